/** "base form, form, …": forms that no suffix rule leads to their base. */
const families = [
  'be am is are was were been being, have has had, do does did done, go goes went gone, say said, make made, get got gotten',
  'know knew known, think thought, take took taken, see saw seen, come came, give gave given, find found, tell told',
  'become became, leave left, feel felt, bring brought, begin began begun, keep kept, hold held, write wrote written',
  'stand stood, hear heard, mean meant, meet met, run ran, pay paid, sit sat, speak spoke spoken, lead led, grow grew grown',
  'lose lost, fall fell fallen, send sent, build built, understand understood, draw drew drawn, break broke broken, spend spent',
  'drive drove driven, buy bought, wear wore worn, choose chose chosen, eat ate eaten, win won, teach taught, sell sold, catch caught',
  'fight fought, throw threw thrown, sing sang sung, swim swam swum, ride rode ridden, fly flew flown, sleep slept, wake woke woken',
  'rise rose risen, shake shook shaken, steal stole stolen, hide hid hidden, bite bit bitten, blow blew blown, forget forgot forgotten',
  'forgive forgave forgiven, freeze froze frozen, hang hung, lend lent, light lit, shoot shot, show shown, sink sank sunk, dig dug',
  'stick stuck, strike struck, swear swore sworn, sweep swept, tear tore torn, feed fed, bend bent, bleed bled, breed bred, deal dealt',
  'dream dreamt, learn learnt, seek sought, shine shone, slide slid, spin spun, weep wept, wind wound, drink drank drunk, bear bore born',
  'child children, person people, man men, woman women, foot feet, tooth teeth, mouse mice, goose geese, wife wives, life lives',
  'knife knives, leaf leaves, half halves, shelf shelves, wolf wolves, good better best, bad worse worst, photo pic, mother mom mum mama',
  'father dad papa, grandmother grandma granny, grandfather grandpa, refrigerator fridge, bicycle bike, television tv, favorite favourite',
  'color colour, neighbor neighbour, hobby hobbies, story stories, kid kids',
]

/** A form to its base: only forms that are not their own base. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  families.flatMap((family) =>
    family.split(',').flatMap((entry) => {
      const [base = '', ...forms] = entry.trim().split(' ')
      return forms.map((form) => [form, base] as const)
    }),
  ),
)
