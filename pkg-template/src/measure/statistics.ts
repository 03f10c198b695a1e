// Figures with their intervals of 95 %. Each says whose formula it is.

/** A figure, and the ends of its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** `count` of `of`; the interval is Wilson's (1927) where no other is named. */
export interface Share extends Estimate {
  count: number;
  of: number;
}

/** The normal deviate of 95 %. */
const Z = 1.959964;

/** Absent when there is nothing to count. */
export function share(count: number, of: number): Share | undefined {
  if (of === 0) return undefined;
  const value = count / of;
  const middle = (value + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z * Math.sqrt((value * (1 - value)) / of + (Z / (2 * of)) ** 2)) / (1 + Z ** 2 / of);
  return { count, of, value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The same with the interval of Clopper and Pearson (1934), which is exact: of all such intervals at most 5 % miss the true share. */
export function exactShare(count: number, of: number, confidence = 0.95): Share {
  const tail = (1 - confidence) / 2;
  /** The chance at which so few faults are as rare as the tail. */
  const highest = (faults: number): number => {
    let [low, high] = [faults / of, 1];
    // Halved as often as a number has digits.
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if (chanceOfFewer(faults, of, middle) > tail) low = middle;
      else high = middle;
    }
    return high;
  };
  return { count, of, value: count / of, low: 1 - highest(of - count), high: highest(count) };
}

/** A person's verdicts against a critic's: right drafts accepted and refused, wrong drafts accepted and refused. */
export type Table = readonly [number, number, number, number];

/**
 * Cohen's κ (1960). Its interval is that of Fleiss, Cohen and Everitt (1969) with one draft added to each cell: without them it would have
 * no width when all agree. Absent when the person gave every draft the same verdict.
 */
export function kappa(table: Table): Estimate | undefined {
  const { value, right: base } = agreement(table);
  if (!(base > 0 && base < 1)) return undefined;
  const wider = table.map((count) => count + 1) as unknown as Table;
  const { value: middle, chance, shares, right, accepted } = agreement(wider);
  const [both, missed, passed, neither] = shares;
  const loss = 1 - middle;
  const agreed = both * (1 - (right + accepted) * loss) ** 2 + neither * (1 - (2 - right - accepted) * loss) ** 2;
  const differed = missed * (accepted + 1 - right) ** 2 + passed * (1 - accepted + right) ** 2;
  const variance = agreed + loss ** 2 * differed - (middle - chance * loss) ** 2;
  const drafts = wider.reduce((sum, count) => sum + count);
  return around(middle, Math.sqrt(Math.max(0, variance) / drafts) / (1 - chance), [-1, 1], value);
}

function agreement(table: Table) {
  const drafts = table.reduce((sum, count) => sum + count);
  const shares = table.map((count) => count / drafts) as unknown as Table;
  const [both, missed, passed, neither] = shares;
  const [right, accepted] = [both + missed, both + passed];
  const chance = right * accepted + (1 - right) * (1 - accepted);
  return { value: (both + neither - chance) / (1 - chance), chance, shares, right, accepted };
}

/** What a change gains, as a share of all: `mended` minus `broken`. The interval is Agresti and Min's (2005) for matched pairs. */
export function gain(mended: number, broken: number, of: number): Estimate {
  const middle = (mended - broken) / (of + 2);
  const variance = (mended + broken + 1) / (of + 2) - middle ** 2;
  return around(middle, Math.sqrt(variance / (of + 2)), [-1, 1], (mended - broken) / of);
}

/**
 * The share that is right, from the share that a critic accepts (Rogan and Gladen 1978); the interval is Lang and Reiczigel's (2014), which
 * knows that sensitivity and specificity are estimates. Absent when the critic may be no better than chance.
 */
export function corrected(passed: Share, sensitivity: Share, specificity: Share): Estimate | undefined {
  const power = sensitivity.value + specificity.value - 1;
  const [sure, unsure] = [plusTwo(sensitivity), plusTwo(specificity)];
  if (power <= 0 || sure.share + unsure.share - 1 <= Z * Math.sqrt(sure.variance + unsure.variance)) return undefined;
  const number = passed.of + Z ** 2;
  const apparent = (passed.count + Z ** 2 / 2) / number;
  const scale = sure.share + unsure.share - 1;
  const middle = (apparent + unsure.share - 1) / scale;
  const shift = 2 * Z ** 2 * (middle * sure.variance - (1 - middle) * unsure.variance);
  const variance = (apparent * (1 - apparent)) / number + middle ** 2 * sure.variance + (1 - middle) ** 2 * unsure.variance;
  const value = Math.min(1, Math.max(0, (passed.value + specificity.value - 1) / power));
  return around(middle + shift, Math.sqrt(variance) / scale, [0, 1], value);
}

/** The mean of squares of errors, 0 to 1, and its normal interval. */
export function mean(values: readonly number[]): Estimate {
  const value = values.reduce((sum, each) => sum + each, 0) / values.length;
  const spread = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / Math.max(1, values.length - 1);
  return around(value, Math.sqrt(spread / values.length), [0, 1], value);
}

/** With one success and one failure added. */
function plusTwo({ count, of }: Share): { share: number; variance: number } {
  const share = (count + 1) / (of + 2);
  return { share, variance: (share * (1 - share)) / (of + 2) };
}

function around(middle: number, deviation: number, [least, most]: [number, number], value: number): Estimate {
  const [low, high] = [middle - Z * deviation, middle + Z * deviation];
  return { value, low: Math.max(least, Math.min(value, low)), high: Math.min(most, Math.max(value, high)) };
}

/** How likely so few faults, or fewer, are of so many drafts that are each a fault with this chance. Exact: the sum of the binomial terms. */
export function chanceOfFewer(faults: number, of: number, chance: number): number {
  if (faults >= of) return 1;
  const ways = logFactorial(of) - logFactorial(faults) - logFactorial(of - faults);
  let term = Math.exp(ways + faults * Math.log(chance) + (of - faults) * Math.log1p(-chance));
  let sum = term;
  // Downwards: what is left out at the end is too small to change the sum.
  for (let count = faults; count > 0 && (term > sum * 1e-17 || count > of * chance); count -= 1) {
    term *= (count * (1 - chance)) / ((of - count + 1) * chance);
    sum += term;
  }
  return Math.min(1, sum);
}

/** Stirling's series; the first ones are counted. */
function logFactorial(number: number): number {
  let product = 1;
  for (let factor = 2; factor <= Math.min(number, 20); factor += 1) product *= factor;
  if (number <= 20) return Math.log(product);
  const [one, squared] = [1 / number, number ** -2];
  const series = (one / 12) * (1 - (squared / 30) * (1 - squared * (2 / 7)));
  return number * Math.log(number) - number + Math.log(2 * Math.PI * number) / 2 + series;
}
