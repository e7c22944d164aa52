import { z } from 'zod';
import { text } from '../../../shared/field';

export const filled = text.transform((value) => value.trim()).pipe(z.string().min(1, 'Enter it'));
