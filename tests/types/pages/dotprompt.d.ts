// Genkit's own declarations need this one, and bring none.
declare module 'handlebars/dist/cjs/handlebars.js' {
  export type HelperDelegate = import('handlebars').HelperDelegate;
}
