// Runs before every module: zod asks for `eval` as soon as the first schema is made, which the page's policy forbids
// and reports. Told here, it does not ask.
globalThis.__zod_globalConfig = { jitless: true }
