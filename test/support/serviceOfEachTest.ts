import type { ServiceOptions } from '../service/options';
import { type Service, startService } from '../service/service';

/** A simulated service, which each test of a file has anew. */
export function serviceOfEachTest(options: Partial<ServiceOptions> = {}): Service {
	const service = {} as Service;
	beforeEach(async () => void Object.assign(service, await startService(options)));
	afterEach(async () => await service.close());
	return service;
}
