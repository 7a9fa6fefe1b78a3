/** Work of one kind that arrives together and is done together: while as much of it is under way as may be, what comes gathers. */

export interface Gathering<Item, Done> {
  /** How many are under way at the same time; with fewer of them work begins at once. */
  lanes: number;
  /** How many are done together at most. */
  most: number;
  /** Two with one key are not done together. */
  keyOf?(item: Item): string;
  /** Begins work on some, one or more. @returns the end of each, in their order */
  begin(items: readonly Item[]): readonly Promise<Done>[];
}

interface Waiting<Item, Done> {
  item: Item;
  resolve(done: Done | PromiseLike<Done>): void;
}

/** A line of waiting work. */
export class Line<Item, Done> {
  private waiting: Waiting<Item, Done>[] = [];
  private underWay = 0;
  private readonly how: Gathering<Item, Done>;
  constructor(how: Gathering<Item, Done>) {
    this.how = how;
  }

  /** Takes the next from the line. */
  private take(): Waiting<Item, Done>[] {
    const keys = new Set<unknown>();
    const isNext = (each: Waiting<Item, Done>): boolean => {
      const key = this.how.keyOf?.(each.item) ?? each;
      return keys.size < this.how.most && !keys.has(key) && keys.add(key) !== undefined;
    };
    const { taken = [], left = [] } = Object.groupBy(this.waiting, (each) => (isNext(each) ? "taken" : "left"));
    this.waiting = left;
    return taken;
  }

  private async work(): Promise<void> {
    for (let next = this.take(); next.length > 0; next = this.take()) {
      const ends = this.how.begin(next.map(({ item }) => item));
      for (const [at, { resolve }] of next.entries()) resolve(ends[at]!);
      await Promise.allSettled(ends);
    }
    this.underWay -= 1;
  }

  /** @returns its end */
  add(item: Item): Promise<Done> {
    return new Promise((resolve) => {
      this.waiting.push({ item, resolve });
      if (this.underWay === this.how.lanes) return;
      this.underWay += 1;
      // What came in with the same packet goes along.
      setImmediate(() => void this.work());
    });
  }
}
