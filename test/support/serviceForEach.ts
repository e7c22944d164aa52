import type { ServiceOptions } from '../service/options';
import { startService, type Service } from '../service/service';
import { lazily } from './lazily';

export function serviceForEach(options: Partial<ServiceOptions> = {}): Service {
	let service: Service;
	beforeEach(async () => {
		service = await startService(options);
	});
	afterEach(async () => await service.close());
	return lazily(() => service);
}
