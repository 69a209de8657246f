import { type ChatScript, justNow, on } from './chat-script.ts';

const notes = `# Harbour 2.4

- Departures update by themselves, every ten seconds.
- Favourite piers: tap the star, they come first.
- Works without a connection: the last timetable stays.
- Right-to-left layout for Arabic and Hebrew.

Fixed: the night ferry was shown a day early after midnight.
`;

/** Five people and the release of an app for ferry timetables. */
export const team: ChatScript = {
  members: ['amal', 'mara', 'tomas', 'yuki', 'seun'],
  name: 'Harbour 2.4',
  picture: 'harbour',
  blocks: [
    on(
      20,
      '09:12',
      [
        'amal',
        'Good morning! This is the room for 2.4. Goal: in the stores three weeks from now, with live departures.',
      ],
      [
        'seun',
        'Live feed is in review. The operator sends us every departure twice, so I remove the double ones on our side.',
      ],
      ['yuki', 'I have three versions of the departure screen. Will post them this afternoon.'],
      ['mara', 'I can start with favourites today, they do not depend on the feed.'],
      ['tomas', 'And I take offline. Should be small. (Famous last words.)'],
    ),
    on(
      20,
      '15:37',
      ['yuki', { picture: 'screens' }],
      [
        'yuki',
        'Left: what we have. Middle: map on top, one big button. Right: delays in red, which I am not sure about.',
      ],
      ['mara', 'Middle, clearly. On the pier with wet hands you want one big button.'],
      ['seun', 'Middle +1'],
      ['amal', 'Middle. Could the red of the right one come along, but only for delays of more than ten minutes?'],
      ['yuki', 'Yes! That solves my problem with it.'],
    ),
    on(
      13,
      '11:04',
      ['tomas', 'Offline was not small.'],
      ['mara', 'Was it at least interesting?'],
      [
        'tomas',
        'Very. The timetable survives flight mode, restarts, and my daughter pulling the battery out of the old test phone.',
      ],
      ['seun', 'We should hire her.'],
      ['amal', '😂'],
    ),
    on(
      8,
      '16:22',
      [
        'amal',
        'Tested the whole app in Arabic on the ferry today. Three places where the arrow pointed the wrong way, otherwise: شكراً يا فريق، شغل ممتاز',
      ],
      ['mara', 'I have the arrows. Do the numbers of the piers stay left to right?'],
      ['amal', 'Yes, pier numbers stay as they are: «رصيف 14» is right.'],
      ['mara', 'Then it is fixed on the test build in about an hour.'],
    ),
    on(
      6,
      '10:15',
      ['amal', { call: { with: ['mara', 'seun', 'tomas', 'yuki'], minutes: 18 } }],
      [
        'amal',
        'Decided: no new features from here, only fixes. Seun looks after the feed over the weekend, thank you!',
      ],
      ['seun', 'I will be near a harbour anyway.'],
    ),
    on(
      1,
      '14:50',
      ['amal', 'Release notes, please read them as if you had never seen the app:'],
      ['amal', { file: 'release-notes-2.4.md', content: notes }],
      ['yuki', 'I would put "works without a connection" first. That is what people write to us about.'],
      ['amal', 'Good point, moved it up.'],
      ['tomas', 'The night ferry bug deserves a small memorial.'],
    ),
    justNow(
      64,
      ['seun', 'Build 2.4.0 (318) is with the testers. 41 installs, 0 crashes so far.'],
      ['mara', '0 is my favourite number today.'],
      ['yuki', 'Store pictures are uploaded, all nine languages.'],
    ),
    justNow(
      9,
      ['amal', 'Both stores have approved it. I repeat: approved, on the first try.'],
      ['seun', '🚀'],
      ['amal', 'Mara, do you want to press the button at 17:00? You have earned it.'],
    ),
  ],
  unread: { mara: 3, tomas: 5 },
};
