// What is asked, and what a complete answer holds.

const topic = 'grid battery';
export const question = `What are the risks of ${topic} storage?`;
export const complete = {
  topic,
  fields: [
    { path: 'description', query: ['{topic} storage', '{topic} cells'] },
    { path: 'benefits', query: ['{topic} benefits proven', '{topic} cost'] },
    { path: 'failure_modes', minCount: 2, query: ['failure mode', 'thermal runaway explosion'] },
    { path: 'incidents', query: ['{topic} fire', 'explosion injured'] },
    { path: 'mitigations', query: ['safety standard', 'gas detection'] },
    { path: 'consensus_view', query: ['{topic} experts hold', 'experts risk'] },
    { path: 'contrarian_view', contrarian: true, query: ['{topic} critics say', 'critics warnings'] },
  ],
};
