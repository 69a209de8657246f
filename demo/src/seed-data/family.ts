import { type ChatScript, justNow, on } from './chat-script.ts';

/** A mother and her two grown-up children. */
export const family: ChatScript = {
  members: ['ingrid', 'mara', 'jonas'],
  name: 'Lindholms 🌻',
  picture: 'garden',
  blocks: [
    on(
      27,
      '10:20',
      [
        'ingrid',
        'God morgon! I have put the seeds out. If only half of them come up we will not see the fence any more.',
      ],
      ['jonas', 'You said that last year.'],
      ['ingrid', 'And could you see the fence?'],
      ['jonas', 'I could not.'],
    ),
    on(
      15,
      '18:02',
      ['ingrid', 'Who is coming to dinner on Sunday? I have to know because of the potatoes.'],
      ['mara', 'We are three: Nils brings a friend, if that is all right.'],
      ['ingrid', 'Of course it is.'],
      ['jonas', 'One from me. I am bringing the cake, it is a secret which.'],
      ['mara', 'It is always the almond one.'],
      ['jonas', 'It is always the almond one 🤫'],
    ),
    on(
      5,
      '18:41',
      [
        'ingrid',
        'I have told the whole street about your concert. We are eleven people and two dogs. Where do I park?',
      ],
      ['jonas', 'Eleven!'],
      [
        'mara',
        'Front row, to the left, there the sound is best. Dogs too. And behind the boathouse there is always room.',
      ],
      ['ingrid', 'Then I bring the folding chairs and the thermos ☕'],
    ),
    on(
      1,
      '20:15',
      ['jonas', { call: { with: ['ingrid', 'mara'], minutes: 47 } }],
      ['ingrid', 'It was good to hear you both. Now I know how to switch the picture off. Or on. One of the two.'],
    ),
    justNow(
      27,
      ['ingrid', { picture: 'garden' }],
      ['ingrid', 'This is what it looks like today. Your father would have liked it.'],
      ['mara', 'He would have counted them.'],
      ['jonas', 'Out loud. Beautiful, Mamma.'],
      ['ingrid', 'I count 31. Bring a big vase on Sunday 🌻'],
    ),
  ],
  unread: { jonas: 1 },
};
