// Which evaluations a file holds, as its lines tell one after another.
//
// A line may stand there twice, where a crash broke off what brings lines from one file to the next. So an id that was forgotten is taken
// again only from a line that says how often it had been.

export class Ids {
  /** When each evaluation is from; of those that a look has not gone through yet also the forgotten ones. */
  private readonly kept = new Map<string, number>();
  /** How often each id was forgotten, of those that were. */
  private readonly past = new Map<string, number>();
  /** Those from before this time were forgotten, of all that are held. */
  private before = Number.NEGATIVE_INFINITY;
  /** Rows that were taken. */
  private rows = 0;

  clear(): void {
    this.kept.clear();
    this.past.clear();
    this.before = Number.NEGATIVE_INFINITY;
    this.rows = 0;
  }

  has(id: string): boolean {
    const createdMs = this.kept.get(id);
    return createdMs !== undefined && createdMs >= this.before;
  }

  /** How often it was forgotten. */
  again(id: string): number {
    return (this.past.get(id) ?? 0) + (this.kept.has(id) && !this.has(id) ? 1 : 0);
  }

  /** False: it is there, or this line was read before. */
  take(id: string, createdMs: number, again: number): boolean {
    if (this.has(id) || again < this.again(id)) return false;
    if (createdMs < this.before) this.sweep();
    if (again > 0) this.past.set(id, again);
    this.kept.set(id, createdMs);
    this.rows += 1;
    return true;
  }

  /** A look through all of them waits until it is needed: a file may tell of many times. */
  forget(beforeMs: number): void {
    this.before = Math.max(this.before, beforeMs);
  }

  /** Rows in the file, those that a time would forget, and all that are forgotten then. */
  count(beforeMs: number): { rows: number; fresh: number; gone: number } {
    let [fresh, left] = [0, 0];
    for (const createdMs of this.kept.values()) {
      if (createdMs < this.before) continue;
      if (createdMs < beforeMs) fresh += 1;
      else left += 1;
    }
    return { rows: this.rows, fresh, gone: this.rows - left };
  }

  private sweep(): void {
    for (const [id, createdMs] of this.kept) {
      if (createdMs >= this.before) continue;
      this.past.set(id, this.again(id));
      this.kept.delete(id);
    }
    this.before = Number.NEGATIVE_INFINITY;
  }
}
