/** Stands for what is made before each test, or before all of them: it is asked for when one of its fields is. */
export function lazily<T extends object>(get: () => T): T {
	return new Proxy({} as T, { get: (_, name) => Reflect.get(get(), name) as unknown });
}
