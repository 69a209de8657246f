import { type ChatScript, justNow, on } from './chat-script.ts';

/** A band before its first open-air concert. */
export const band: ChatScript = {
  members: ['noa', 'mara', 'tomas', 'jonas'],
  name: 'Paper Lanterns 🏮',
  picture: 'stage',
  blocks: [
    on(
      24,
      '18:42',
      [
        'noa',
        'Good evening, lanterns. The boathouse people wrote back: we have the Friday slot at the summer open air!',
      ],
      ['tomas', 'No.'],
      ['tomas', 'Really?? The big stage?'],
      ['noa', 'The small one, by the water. Forty minutes, right before it gets dark.'],
      ['mara', 'Right before it gets dark is the best slot there is. I am in.'],
      ['jonas', 'Count me in, and my van too.'],
      ['tomas', '🎉'],
    ),
    on(
      21,
      '20:05',
      ['noa', 'Rehearsals: Thursdays 19:00 in the old print shop, starting this week. Everybody all right with that?'],
      ['mara', 'Thursdays are good. I need to be out by ten, early shift at the office on Fridays.'],
      ['jonas', 'Fine here.'],
      ['tomas', 'I might be ten minutes late, I come straight from work. I know, I know, Mara manages it too.'],
      ['mara', 'I only sit two desks away from you, I have no idea how you do it.'],
    ),
    on(
      16,
      '22:31',
      [
        'jonas',
        'Recorded the whole evening. "Low Tide" is sounding like an actual song now. I send it to each of you directly.',
      ],
      ['noa', 'The ending! Whoever had the idea to stop playing four bars early: genius.'],
      ['tomas', 'I lost count.'],
      ['noa', 'Then please lose count in exactly the same place next week.'],
    ),
    on(
      9,
      '17:20',
      ['noa', 'First idea for the order. Tell me what hurts.'],
      [
        'noa',
        {
          file: 'setlist-draft.txt',
          content:
            'Paper Lanterns, Friday, small stage\n\n1  Harbour Lights\n2  Nine Bicycles\n3  Low Tide\n4  Letters to the Moon\n5  Print Shop Waltz\n6  Slow Train North\n7  Paper Lanterns\n\nEncore: Nine Bicycles (fast)\n',
        },
      ],
      ['mara', 'Nothing hurts. I would swap 3 and 5, then I only change tuning once.'],
      ['jonas', 'Agree with Mara.'],
      ['noa', 'Swapped.'],
    ),
    on(
      2,
      '19:48',
      ['noa', { call: { with: ['mara', 'tomas', 'jonas'], minutes: 26 } }],
      [
        'mara',
        'So, to have it in writing: load in at 16:00, sound check 17:15, Jonas drives, I bring the spare bass strings.',
      ],
      ['jonas', 'Van is washed. It has not been this colour since 2019.'],
    ),
    justNow(
      41,
      ['noa', 'They sent me a drawing of the stage. I may have looked at it about thirty times today.'],
      ['noa', { picture: 'stage' }],
      ['mara', 'Oh, that is beautiful.'],
      ['tomas', 'Is that me behind the drums? I look so calm.'],
      ['jonas', 'Artistic licence.'],
      ['mara', 'I do not want to say it out loud, but I think this is going to be good.'],
      ['noa', 'One more rehearsal, then sleep, then we play. See you at seven!'],
    ),
  ],
  unread: { tomas: 2 },
};
