// Which rows a commit takes: all that wait, to some number; and of rows that were refused together ever fewer, until one stands alone.

/** Rows of one transaction at most. */
const MAX_ROWS = 4_096;
/** Refusals after each of which a row from elsewhere is tried: those in front may all be refused. */
const ELSEWHERE = 16;
/** Share of the queue from one such row to the next: no two are near each other. */
const STRIDE = (Math.sqrt(5) - 1) / 2;
/** Refusals in a row after which it is perhaps the store; fewer where they take long, and more where there is no later. */
const HOPELESS = { refusals: 64, slow: 4, slowMs: 1_000, lastMs: 5_000 };

export class Search {
  private most = MAX_ROWS;
  /** Rows in front of which at least one is refused. */
  private span = 0;
  /** Since rows went in, or the attempts began. */
  private refusals = 0;
  private sinceMs = 0;
  private tried = 0;
  private away = false;

  begin(): void {
    this.refusals = 0;
    this.sinceMs = Date.now();
  }

  /** Whether it is over. */
  get isWhole(): boolean {
    return this.most === MAX_ROWS;
  }

  /** The rows of a queue to commit next. */
  next(length: number): { from: number; count: number } {
    if (length > 1 && (this.away || this.refusals % ELSEWHERE === ELSEWHERE - 1)) {
      this.tried += 1;
      return { from: 1 + Math.floor((length - 1) * ((this.tried * STRIDE) % 1)), count: 1 };
    }
    return { from: 0, count: Math.min(this.most, length) };
  }

  /** They went in. */
  took(from: number, count: number): void {
    this.begin();
    this.away = false;
    if (from > 0) {
      if (from < this.span) this.span -= 1;
    } else if (this.span > count) {
      this.span -= count;
      this.most = Math.ceil(this.span / 2);
    } else {
      this.span = 0;
      this.most = Math.min(2 * this.most, MAX_ROWS);
    }
  }

  /** The first ones were refused together. */
  refused(count: number): void {
    this.refusals += 1;
    this.span = count;
    this.most = Math.ceil(count / 2);
  }

  /** One was refused alone, and stands in the queue no more. */
  found(from: number): void {
    this.refusals += 1;
    if (from === 0) this.most = 1;
    if (from <= this.span) this.span = 0;
  }

  /** One was refused alone, and there is no room for it aside. */
  elsewhere(): void {
    this.refusals += 1;
    this.away = true;
  }

  isHopeless(last: boolean): boolean {
    const { refusals, slow, slowMs, lastMs } = HOPELESS;
    const isLong = this.refusals >= slow && Date.now() - this.sinceMs >= (last ? lastMs : slowMs);
    return isLong || (!last && this.refusals >= refusals);
  }
}
