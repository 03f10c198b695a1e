/** The same object with these members in place of its own. */
export function overlay<O extends object>(object: O, own: object): O {
  return new Proxy(object, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
