/**
 * Words and phrases that are never the plain choice here, with what to write instead. They are found in any case, and as
 * a word of an identifier or a file name too (`openFeedHouse`). A word that has an ordinary use as well is not listed:
 * a check must not be argued with.
 * @type {readonly { words: string[], instead: string, unless?: RegExp }[]}
 */
export const BANNED = [
  // Archaic or literary
  { words: ["nobody", "somebody"], instead: "no one, none, no client; a person, a client" },
  { words: ["whoever"], instead: "any client that, the person who" },
  { words: ["anew"], instead: "again" },
  { words: ["beside"], instead: "next to, alongside, in addition to" },
  { words: ["thrice"], instead: "three times" },
  { words: ["whence", "wherein", "thereof", "thereby", "hitherto", "heretofore"], instead: "from which, in which, …" },
  { words: ["lest"], instead: "so that … not" },
  { words: ["amiss"], instead: "wrong" },
  { words: ["forthwith"], instead: "immediately" },
  { words: ["unasked", "untold"], instead: "without a request, not reported" },
  { words: ["naught", "nought", "aught"], instead: "nothing, zero, anything" },
  { words: ["sayings?"], instead: "message, text" },
  { words: ["so to speak", "as it were", "of its own accord"], instead: "nothing, or: by itself" },
  { words: ["for want of", "save for", "in the stead of", "in its stead"], instead: "without, except, instead of" },
  { words: ["yet not"], instead: "but not" },
  { words: ["catalogues?"], instead: "catalog" },
  // Metaphors of architecture
  { words: ["houses?"], instead: "deployment; in tests: fixture" },
  { words: ["strangers?"], instead: "unauthenticated client, another tenant" },
  { words: ["neighbou?rs?", "neighbou?ring"], instead: "other tenants, the next one" },
  { words: ["doors?"], instead: "endpoint, interface" },
  { words: ["walls?"], instead: "tenant isolation, row-level security", unless: /\bwalls?[- ]clock|wallMs/i },
  { words: ["knock(s|ed|ing)?"], instead: "the name of the request, e.g. reserveConnectionTest" },
  // Translated idioms
  { words: ["(is|are|was|were|be|being|been) told"], instead: "is notified, is reported, receives" },
  { words: ["taken up again", "taken up", "tak(es|ing) up (again|work|the)"], instead: "resumed, claimed" },
  { words: ["g(ive|ives|iven|iving) back"], instead: "release, return" },
  { words: ["begun"], instead: "started" },
  { words: ["moments?"], instead: "timestamp, time" },
  { words: ["by hand"], instead: "manual, manually" },
  { words: ["dear", "dearer", "dearly"], instead: "expensive, or the figure" },
  { words: ["cheap(er|est|ly)?"], instead: "inexpensive, takes little …, or the figure" },
  { words: ["in small letters"], instead: "lower-cased" },
  { words: ["roomy", "rested"], instead: "has capacity, has cooled down" },
  { words: ["half answered", "(95|99) of 100"], instead: "p50, p95, p99" },
  { words: ["what is to be"], instead: "Details, what must be …" },
  { words: ["addresses of yours", "without a tick"], instead: "your …, when none are selected" },
];

/** Where a banned word stands for a good reason: data, a name from outside, or the list itself. */
export const EXCEPTIONS = [
  { path: "scripts/language/", words: ["*"], because: "lists the words" },
  {
    path: "apps/dashboard/src/pages/channels/fixable-field.ts",
    words: ["moment"],
    because: "a column type of the API",
  },
  { path: "packages/contracts/src/channel-profiles/", words: ["moment"], because: "a column type of the API" },
  { path: "apps/dashboard/src/pages/channel-profiles/", words: ["moment"], because: "a column type of the API" },
  {
    path: "apps/dashboard/src/texts/en/channel-profiles.ts",
    words: ["moment"],
    because: "a column type of the API, as a key",
  },
  { path: "apps/standalone/src/custom-profiles.e2e.test.ts", words: ["moment"], because: "a column type of the API" },
  { path: "docs/how-to/describe-a-partner-format.md", words: ["moment"], because: "a column type of the API" },
  {
    path: "apps/webhook-dispatcher/src/deliveries/release-orphaned-attempts.ts",
    words: ["begun"],
    because: "stored name",
  },
  { path: "apps/webhook-dispatcher/src/faults.int.test.ts", words: ["begun"], because: "stored name" },
  { path: "packages/db/prisma/migrations/", words: ["begun"], because: "stored name" },
  { path: "packages/db/sql/history/id_at.sql", words: ["moment"], because: "a parameter cannot be renamed in place" },
  { path: "packages/embedded-postgres/", words: ["nobody"], because: "the Unix user" },
  { path: "packages/testkit/", words: ["nobody"], because: "the Unix user" },
  { path: "packages/profiles/", words: ["moment"], because: "a column type of the API" },
  { path: "packages/imports/", words: ["moment"], because: "a column type of the API" },
  { path: "apps/standalone/src/helm-chart.int.test.ts", words: ["catalogue"], because: "an app that does not exist" },
  { path: "faults/", words: ["neighbor", "neighbors"], because: "noisy neighbor is the term of the field" },
  { path: "packages/imports/src/formats/formats.test.ts", words: ["catalogue"], because: "a shop's file" },
  { path: "packages/imports/src/presets/woocommerce-languages.test.ts", words: ["catalogue"], because: "French" },
  { path: "packages/contracts/src/products/price-words.ts", words: ["cheaper"], because: "what buyers write" },
  { path: "packages/contracts/src/products/search-query.test.ts", words: ["cheaper"], because: "what buyers write" },
  { path: "docs/how-to/find-products.md", words: ["cheaper"], because: "what buyers write" },
  { path: "scripts/check-language.mjs", words: ["house"], because: "explains how words are found" },
];
