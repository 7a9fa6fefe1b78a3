import { useEffect, useState } from "react";

const PAUSE_MS = 350;

/** A value that follows only when it has been still for a moment, so that not every keystroke asks the server. Compared by content. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const print = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(print) as Value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [print]);
  return settled;
}
