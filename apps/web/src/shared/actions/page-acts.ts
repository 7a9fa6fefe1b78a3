/** What can be done on the page that is open: its work bar says it, the palette offers it. */
import { useEffect } from "react";

export interface PageAct {
  label: string;
  run: () => void;
}

let here: readonly PageAct[] = [];
export const actsOfPage = (): readonly PageAct[] => here;

export function usePageActs(acts: readonly PageAct[]): void {
  useEffect(() => {
    here = acts;
    return () => {
      here = [];
    };
  }, [acts]);
}
