import { add, at, deeds, expire, supersede, talk, type Month } from '../month/script'

/** Much turns round: what she wants of answers, her work, her home. */
export const changes: Month = [
  deeds(
    at(15, '12:20'),
    { does: 'accept', statement: 'The soil at the music school has pH 7.8' },
    { does: 'accept', statement: 'The nursery in Vienne delivers on Thursdays' },
    { does: 'accept', statement: 'Aïcha, a colleague, plans the irrigation' },
    { does: 'accept', statement: 'Mr Bonnet is the head of the music school' },
  ),
  talk(
    at(13, '18:15'),
    'What the work is worth',
    [['My salary is 3,100 euros a month. Is that fair after eight years in the trade?', 'It is a little below the middle for your region. What you carry alone, such as the roof, speaks for more.']],
    { noticed: [add(1, 'My salary is 3,100 euros a month', 'identity', 'Salary: 3,100 euros a month')] },
  ),
  deeds(at(13, '18:40'), { does: 'reject', statement: 'Salary: 3,100 euros a month' }, { does: 'never', kind: 'topic', text: 'salary' }),
  talk(
    at(12, '10:30'),
    'Olives and figs in frost',
    [
      ['Why do olives live through the winter here and figs do not?', 'Olives rest; figs do not.'],
      [
        'Please explain in more detail from now on. Short answers leave me guessing.',
        'An olive hardens: from October it moves water out of its cells, and what is left freezes at −10 °C instead of −3. A fig keeps growing while the days are mild, so its green wood is full of water when the first hard night comes. It shoots again from the root, but the fruit of that year is lost.',
      ],
    ],
    { noticed: [supersede(2, 'Please explain in more detail from now on', 'I prefer short answers', 'Explain in more detail', { topic: 'answer length' })] },
  ),
  deeds(at(12, '10:50'), { does: 'accept', statement: 'Explain in more detail', as: 'Explain in more detail, with the reasons' }),
  talk(
    at(10, '17:30'),
    'The library opens',
    [['The library garden was handed over yesterday, so that project is finished. What should I ask the gardener to watch?', 'The first summer: water the young hornbeams weekly, and leave the gravel alone. It will find its level by autumn.']],
    { noticed: [expire(1, 'The library garden was handed over yesterday, so that project is finished', 'Courtyard garden for the city library', { reason: 'Handed over' })] },
  ),
  deeds(at(10, '17:45'), { does: 'accept-end', of: 'Courtyard garden for the city library' }),
  talk(
    at(9, '08:20'),
    'First week at the new studio',
    [
      ["I've joined Studio Vercors. My salary will be 3,400 euros. What do I ask in the first week?", 'Who decides, who knows the sites, and where the drawings are. And how they say no to a client: that tells you most.'],
    ],
    {
      noticed: [
        supersede(1, "I've joined Studio Vercors", 'Works at Atelier Rhône', 'Works at Studio Vercors', { topic: 'employer' }),
        add(1, 'My salary will be 3,400 euros', 'identity', 'Salary: 3,400 euros'),
      ],
    },
  ),
  deeds(at(9, '08:45'), { does: 'accept', statement: 'Works at Studio Vercors' }),
  deeds(
    at(8, '12:00'),
    { does: 'write', section: 'knowledge', text: "The studio's van is booked on Mondays" },
    { does: 'set-lifetime', section: 'preferences', days: 21, end: 'review' },
  ),
  { kind: 'part', when: at(6, '09:00') },
  talk(at(6, '12:10'), 'A flat in Meylan', [
    ['Remember that I live in Meylan. What is the quickest way to the station in the morning?', 'The express bus until 7:30; after that the bicycle, twenty-five minutes along the Isère.'],
  ]),
  talk(
    at(6, '20:30'),
    'The flat in Voiron',
    [['The flat fell through. Remember that I live in Voiron. Is there an early train?', 'The first one leaves before six and takes twenty minutes; from then on there is one every half hour.']],
    { isOnPhone: true },
  ),
  { kind: 'meet', when: at(5, '08:15') },
]
