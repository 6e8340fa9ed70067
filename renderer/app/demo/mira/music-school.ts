import { add, at, talk } from '../month/script'

/** The longest conversation of the month: long enough to be summed up. */
export const musicSchool = talk(
  at(15, '09:05'),
  'Roof garden of the music school',
  [
    ['Let us plan the roof garden of the music school. What do I need to know first?', 'Load, wind, water and who looks after it. The load decides the depth of soil, and that decides the plants.'],
    ['The roof carries 180 kg per square metre when wet.', 'That is about 12 cm of mineral substrate: sedum, herbs and dry grasses, no shrubs.'],
    ['The soil we get there has pH 7.8.', 'Then nothing that wants acid soil. *Thymus*, *Dianthus* and *Sesleria* like lime.'],
    ['Which grass stays good in winter?', '*Sesleria autumnalis*. It keeps its colour until the new leaves come.'],
    ['Forty of them?', 'For 20 m² of grass at two per square metre, yes.'],
    ['The nursery in Vienne delivers on Thursdays.', 'Then the crane should come on a Thursday too: plants should not wait on a hot roof.'],
    ['My colleague Aïcha plans the irrigation.', 'Ask her for a drip line at 30 cm, on a timer, with a valve for winter.'],
    ['And the children? They will want to sit somewhere.', 'A timber deck of 3 by 4 m over the beam, where the load is no problem.'],
    ['Mr Bonnet, the head of the school, wants to see a plan with prices.', 'One page: plan, section, three sums (soil, plants, deck), and what comes every year.'],
    ['What should be decided before that?', 'Who waters in August, and whether the deck is in the first phase.'],
    ['The deck comes in the first phase. Water in August is still open.', 'Noted: deck first, August open. The plan can go out once that has an answer.'],
  ],
  {
    noticed: [
      add(3, 'The soil we get there has pH 7.8', 'knowledge', 'The soil at the music school has pH 7.8'),
      add(6, 'The nursery in Vienne delivers on Thursdays', 'knowledge', 'The nursery in Vienne delivers on Thursdays'),
      add(7, 'My colleague Aïcha plans the irrigation', 'people', 'Aïcha, a colleague, plans the irrigation'),
      add(9, 'Mr Bonnet, the head of the school, wants to see a plan with prices', 'people', 'Mr Bonnet is the head of the music school'),
    ],
    summary: [
      { kind: 'gist', text: 'Roof garden of the music school: 180 kg/m² when wet, so 12 cm of substrate and no shrubs.', turns: [1, 2] },
      { kind: 'gist', text: 'Lime-loving plants, pH 7.8; 40 Sesleria autumnalis as the grass.', turns: [3, 4, 5] },
      { kind: 'decision', text: 'The deck of 3 by 4 m comes in the first phase.', turns: [8, 11] },
      { kind: 'question', text: 'Who waters in August?', turns: [10, 11] },
      { kind: 'todo', text: 'One page for Mr Bonnet: plan, section and prices.', turns: [9] },
    ],
  },
)
