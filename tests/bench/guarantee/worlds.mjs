// Worlds whose error is known: levels of a judge's score, each with its mass and the share of it that is right.

/** Points of a judge about right and about wrong texts, from 0 to 10 in steps, as a share of each. */
function pointsOf(middle, spread, step) {
  const scores = Array.from({ length: Math.round(10 / step) + 1 }, (_, at) => at * step);
  const weights = scores.map((score) => Math.exp(-(((score - middle) / spread) ** 2) / 2));
  const sum = weights.reduce((all, weight) => all + weight);
  return scores.map((score, at) => ({ score, mass: weights[at] / sum }));
}

/** What a run ends with that revises up to so often until its judge gives 8 points: right stays right, wrong stays wrong. */
function chased(points, tries) {
  const below = (limit) => points.reduce((sum, { score, mass }) => sum + (score < limit ? mass : 0), 0);
  const few = below(8);
  return points.map(({ score, mass }) => {
    if (score >= 8) return { score, mass: (mass * (1 - few ** tries)) / (1 - few) };
    return { score, mass: (below(score) + mass) ** tries - below(score) ** tries };
  });
}

function mixed(base, right, wrong) {
  return right.map(({ score, mass }, at) => {
    const [good, bad] = [base * mass, (1 - base) * wrong[at].mass];
    return { score, mass: good + bad, right: good / (good + bad) };
  });
}

/** Kinds of worlds: levels of one, what belongs to a group, how many labels there are, and the levels later. */
export const KINDS = {
  plain: (random) => ({ levels: judge(random, 0.25), labels: 150 }),
  'tasks in groups': (random) => ({ levels: judge(random, 0.25), labels: 150, size: 5, alike: random() }),
  ties: (random) => ({ levels: judge(random, 2.5), labels: 150 }),
  'few labels': (random) => ({ levels: judge(random, 0.5), labels: 15 + Math.floor(45 * random()) }),
  drift: (random) => {
    const levels = judge(random, 0.5);
    return { levels, labels: 150, later: levels.map((level) => ({ ...level, right: level.right * 0.7 })) };
  },
  'revised to please': (random) => {
    const [base, gap] = [0.4 + 0.4 * random(), 1 + 3 * random()];
    const [right, wrong] = [pointsOf(6 + gap / 2, 1.5, 0.5), pointsOf(6 - gap / 2, 1.5, 0.5)];
    const levels = mixed(base, chased(right, 6), chased(wrong, 6));
    return { levels, labels: 150, single: mixed(base, right, wrong) };
  },
};

/** A judge that is more or less good, or no better than chance. */
function judge(random, step) {
  const [base, gap] = [0.4 + 0.55 * random(), 5 * random()];
  return mixed(base, pointsOf(6 + gap / 2, 1.5, step), pointsOf(6 - gap / 2, 1.5, step));
}

/** The share of what is accepted from there on that is wrong. */
export function errorFrom(levels, threshold) {
  const accepted = levels.filter(({ score }) => score >= threshold);
  const mass = accepted.reduce((sum, level) => sum + level.mass, 0);
  return accepted.reduce((sum, level) => sum + level.mass * (1 - level.right), 0) / mass;
}

/** So many labels of these levels; in groups, members of which are alike in part, each as likely as any other. */
export function labelsOf(random, levels, count, { size = 1, alike = 0 } = {}) {
  const one = () => {
    let left = random();
    const level = levels.find(({ mass }) => (left -= mass) < 0) ?? levels.at(-1);
    return { score: level.score, right: random() < level.right };
  };
  return Array.from({ length: count }, (_, at) => {
    const first = one();
    const group = size > 1 && { group: `group ${at}` };
    return Array.from({ length: size }, () => ({ ...(random() < alike ? first : one()), ...group }));
  }).flat();
}
