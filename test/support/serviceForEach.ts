import type { ServiceOptions } from '../service/options';
import { startService, type Service } from '../service/service';

export function serviceForEach(options: Partial<ServiceOptions> = {}): Service {
	let service: Service;
	beforeEach(async () => {
		service = await startService(options);
	});
	afterEach(async () => await service.close());
	return new Proxy({} as Service, { get: (_, name) => Reflect.get(service, name) as unknown });
}
