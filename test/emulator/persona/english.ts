import type { Phrases } from './persona'

const fence = '```'

export const english: Phrases = {
  greeting: (model) =>
    `Hello! I am **${model}**, a demo model, not a language model: my answers are written in advance, so that you can try the app without a key.\n\nAsk for a *table*, *code*, *math*, a *list*, something *long*, or what I know about you.`,
  table: [
    'Here are three ways to keep notes, side by side:',
    '',
    '| Way | Good for | Costs you |',
    '| --- | --- | ---: |',
    '| Paper notebook | thinking, sketches | retyping |',
    '| Plain text files | search, longevity | discipline |',
    '| An editable profile | an assistant that remembers | a look now and then |',
    '',
    'If you are unsure, start with **plain text**: it can become any of the others later.',
  ].join('\n'),
  code: [
    'This groups items by a key and keeps their order:',
    '',
    `${fence}ts`,
    'export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {',
    '  const groups = new Map<Key, Item[]>()',
    '  for (const item of items) {',
    '    const group = groups.get(keyOf(item))',
    '    if (group === undefined) groups.set(keyOf(item), [item])',
    '    else group.push(item)',
    '  }',
    '  return groups',
    '}',
    fence,
    '',
    'A `Map` keeps the order in which keys were first seen, so no sorting is needed. Run it with:',
    '',
    `${fence}sh`,
    'npx tsx group-by.ts',
    fence,
  ].join('\n'),
  math: [
    'The compound interest on a sum $$P$$ at a yearly rate $$r$$ after $$n$$ years:',
    '',
    '$$',
    'A = P \\left(1 + \\frac{r}{100}\\right)^{n}',
    '$$',
    '',
    'With \\(P = 1000\\), \\(r = 3\\) and \\(n = 10\\) that is about **1343.92**. A coffee at $4 to $5 stays a price, not a formula.',
  ].join('\n'),
  list: [
    'A small plan for the week:',
    '',
    '1. **Monday**: write down the one result that matters.',
    '2. **Tuesday and Wednesday**: two blocks of 90 minutes each, nothing else.',
    '   - phone in another room',
    '   - stop while it still goes well',
    '3. **Thursday**: show it to somebody.',
    '4. **Friday**: tidy up, and note what to do first on Monday.',
    '',
    '- [x] plan made',
    '- [ ] first block done',
  ].join('\n'),
  long: longText(),
  slow: 'I take my time with this one. The answer is the same as ever: *first make it work, then make it clear, then, if it still matters, make it fast.*',
  errors:
    'Errors can be tried with model names such as `fault:status-429`, `fault:cut-at-400`, `fault:no-terminal` or `fault:out-of-credit`. This answer itself is fine.',
  files: (count) =>
    `I received ${count === 1 ? 'a file' : `${count} files`}. As a demo model I cannot read what is in ${count === 1 ? 'it' : 'them'}, but ${count === 1 ? 'it' : 'they'} arrived complete.`,
  images: (count) =>
    `I received ${count === 1 ? 'an image' : `${count} images`}. As a demo model I cannot see what is in ${count === 1 ? 'it' : 'them'}, but ${count === 1 ? 'it' : 'they'} arrived complete.`,
  profile: (lines) =>
    lines.length === 0
      ? 'Nothing: this request contained no profile lines. Write some in *Profile* and ask again.'
      : `This is what your profile told me in this request, ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}:\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\nI know nothing else about you.`,
  continued: 'and so it went on, from exactly where it had stopped, to a proper end.',
  toolResult: (result) => `The tool answered:\n\n> ${result.split('\n').join('\n> ')}`,
  general: (question, turn, lines) => {
    const bow = lines.length === 0 ? '' : `\n\nI kept in mind: *${lines[0] ?? ''}*`
    const shapes = [
      `You asked: “${question}”.\n\n### In short\nIt depends on what you want to keep: speed, cost or certainty. Pick one first.\n\n### A way to start\n1. Say in one sentence what *done* looks like.\n2. Try the smallest version of it today.\n3. Keep what worked, drop the rest.${bow}`,
      `Two things stand out in “${question}”:\n\n- **What is known** is usually more than it seems. Write it down first.\n- **What is open** is usually one question, not five.\n\n> If you can name the open question, you are half way there.${bow}`,
      `Let me put “${question}” another way.\n\n**If it must be right**, check it with a second source. **If it must be soon**, take the option that is easiest to undo.\n\nWould you like that as a table, or as a list of steps?${bow}`,
    ]
    return shapes[Math.floor(turn / 2) % shapes.length] ?? ''
  },
  reasoning: (question) =>
    `The person writes: “${question}”. I should find out what kind of answer helps here. A short one first, then a way to go on. No need to be clever; being clear is enough.`,
}

function longText(): string {
  const paragraphs = [
    'A commonplace book was a notebook in which people kept what was worth remembering: a line of verse, a recipe, the price of wool, the name of somebody met on the road.',
    'Its use lay less in the writing down than in the coming back. Entries were given headings, headings were given an index, and the index was mended for years.',
    'What does not get read again is not kept, only stored. That is true of notebooks and of discs alike.',
    'So the good keeper of such a book was above all a good editor: crossing out what had stopped being true, moving what had found a better place.',
  ]
  const sections = [
    'Where it came from',
    'How it was kept',
    'What was crossed out',
    'Why it still helps',
    'Keeping one today',
    'A last word',
  ]
  return sections
    .map(
      (title, index) =>
        `## ${title}\n\n${paragraphs.map((_, at) => paragraphs[(at + index) % paragraphs.length]).join('\n\n')}`,
    )
    .join('\n\n')
}
