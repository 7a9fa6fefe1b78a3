import { useEffect, useState } from "react";

/** A text once it has not changed for a while: so that not every letter asks the server. */
export function useSettled(text: string, pauseMs = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
