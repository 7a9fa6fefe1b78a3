/** Puts a value last in a map of limited size: the oldest is dropped. @param most how many stay */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > most && !oldest.done) map.delete(oldest.value);
}
