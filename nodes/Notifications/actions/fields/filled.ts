import { z } from 'zod';
import { type Field, text } from '../../../shared/field';

export const filled: Field<string>['schema'] = text
	.transform((value) => value.trim())
	.pipe(z.string().min(1, 'Enter it'));
