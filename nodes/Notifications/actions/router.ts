import { router } from '../../shared/router';
import { send } from './notification/send.operation';
import type { Operation } from './operation';

export const operationOf = router<Operation>({ 'notification send': send });
