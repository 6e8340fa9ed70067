import { add, at, deeds, supersede, talk, type MonthScript } from '../month/script'

/** She introduces herself, talks about this and that, and moves. */
export const beginning: MonthScript = ({ date, spoken }) => [
  deeds(
    at(30, '08:30'),
    { does: 'write', section: 'identity', text: 'I am Mira, a landscape designer' },
    { does: 'write', section: 'identity', text: 'I live in Lyon' },
    { does: 'write', section: 'identity', text: 'Speaks French and English, some Japanese' },
    { does: 'write', section: 'preferences', text: 'Metric units, 24-hour clock', isPinned: true },
    { does: 'write', section: 'preferences', text: 'I prefer short answers' },
    { does: 'write', section: 'projects', text: 'Courtyard garden for the city library' },
    { does: 'write', section: 'constraints', text: 'Never suggest invasive plants', isPinned: true },
  ),
  talk(
    at(29, '10:10'),
    'Water on a planted roof',
    [
      [
        'How much water does a 120 m² planted roof hold in a 30 mm rain?',
        'The rain itself is $$V = A \\cdot h = 120\\,\\mathrm{m^2} \\times 0.03\\,\\mathrm{m} = 3.6\\,\\mathrm{m^3}$$\n\nAn extensive roof of 10 cm keeps roughly half of that at first, so expect about **1.8 m³ held** and the rest delayed.',
      ],
      [
        'Good to know. I work at Atelier Rhône, and we are building such a roof for a music school, 120 m² of it.',
        'Then plan for 2 m³ and an overflow at the low corner: a school yard below must stay dry.',
      ],
    ],
    {
      noticed: [
        add(2, 'I work at Atelier Rhône', 'identity', 'Works at Atelier Rhône', { topic: 'employer' }),
        add(2, 'we are building such a roof for a music school, 120 m² of it', 'projects', 'Building a roof garden for a music school, 120 m²'),
      ],
    },
  ),
  talk(
    at(28, '19:20'),
    'Dinner for eight',
    [
      ["I'm vegetarian. What can I cook for eight guests on Saturday?", 'A gratin of squash and sage, a lentil salad with pickled lemon, pears in red wine. All of it can stand.'],
      [
        'My sister Léa is allergic to nuts, so please leave them out. She lives in Nantes and comes by train.',
        'None of the three has nuts. For the salad take sunflower oil: walnut oil would be the obvious mistake.',
      ],
    ],
    {
      noticed: [
        add(1, "I'm vegetarian", 'preferences', 'Is vegetarian', { topic: 'diet' }),
        add(2, 'allergic to nuts', 'constraints', 'Allergic to nuts'),
        add(2, 'My sister Léa is allergic to nuts', 'people', 'Sister Léa is allergic to nuts'),
      ],
    },
  ),
  deeds(at(28, '19:50'), { does: 'reject', statement: 'Allergic to nuts' }, { does: 'accept', statement: 'Sister Léa is allergic to nuts' }),
  deeds(
    at(26, '09:15'),
    { does: 'write', section: 'people', text: 'Tomas, my partner, teaches the cello' },
    { does: 'write', section: 'projects', text: 'A book on dry gardens, one chapter a month' },
    { does: 'write', section: 'constraints', text: 'No peat in any planting mix' },
  ),
  talk(
    at(25, '14:00'),
    'Plants by bloom month',
    [
      [
        'Group plants by bloom month in TypeScript.',
        [
          'With `Map.groupBy`, or by hand where it is missing:',
          '',
          '```ts',
          'type Plant = { name: string; bloomsIn: number }',
          '',
          'function byMonth(plants: readonly Plant[]): Map<number, Plant[]> {',
          '  const months = new Map<number, Plant[]>()',
          '  for (const plant of plants) {',
          '    months.set(plant.bloomsIn, [...(months.get(plant.bloomsIn) ?? []), plant])',
          '  }',
          '  return months',
          '}',
          '```',
        ].join('\n'),
      ],
      ['That works! From now on I am the queen of moss, haha.', 'All hail. Shall the list begin with *Polytrichum* then?'],
      [
        'A client wrote: "I hate gravel and I want roses everywhere." How do I answer kindly?',
        'Thank her for being so clear, and show two beds: one with roses alone, one with roses and what keeps them healthy. She will choose the second.',
      ],
    ],
    {
      noticed: [
        add(2, 'I am the queen of moss', 'identity', 'Is the queen of moss'),
        add(3, 'I hate gravel and I want roses everywhere', 'preferences', 'Hates gravel and wants roses everywhere'),
      ],
    },
  ),
  deeds(at(25, '14:30'), { does: 'reject', statement: 'Is the queen of moss' }, { does: 'reject', statement: 'Hates gravel and wants roses everywhere' }),
  talk(
    at(23, '08:55'),
    'When the studio is open',
    [
      ['Remember that my working hours are 8 to 16.', 'I will keep that in mind.'],
      ['No, my working hours are 9 to 17.', 'Corrected: 9 to 17.'],
      ['Sorry, my working hours are 9 to 16.', 'Then 9 to 16 it is.'],
    ],
  ),
  deeds(at(20, '11:00'), {
    does: 'import',
    from: 'ChatGPT',
    text: '- Wants Latin plant names with the common name behind them\n- Draws in AutoCAD and SketchUp\n- Lives in Paris',
  }),
  deeds(
    at(20, '11:05'),
    { does: 'accept', statement: 'Wants Latin plant names with the common name behind them' },
    { does: 'accept', statement: 'Draws in AutoCAD and SketchUp' },
    { does: 'reject', statement: 'Lives in Paris' },
  ),
  talk(
    at(19, '16:40'),
    'Water permit',
    [[`I need to renew the water permit by ${spoken(-6)}. What does the town hall ask for?`, 'The old permit, a site plan at 1:500 and the expected use per month. Two weeks is what they take.']],
    { noticed: [add(1, `I need to renew the water permit by ${spoken(-6)}`, 'tasks', 'Renew the water permit', { expiresOn: date(-6) })] },
  ),
  talk(
    at(17, '07:50'),
    'A balcony in Grenoble',
    [['I have moved to Grenoble. What grows on a north balcony here?', 'Ferns, *Heuchera* and *Luzula*; a hydrangea if the pot is large. Frost comes three weeks earlier than in Lyon.']],
    { noticed: [supersede(1, 'I have moved to Grenoble', 'I live in Lyon', 'Lives in Grenoble', { topic: 'home city' })] },
  ),
  deeds(at(17, '08:10'), { does: 'accept', statement: 'Lives in Grenoble' }),
]
