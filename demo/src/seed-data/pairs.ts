import { type ChatScript, justNow, on } from './chat-script.ts';

const invoice = 'Print shop rehearsal room\n\n4 evenings at 35.00\t140.00\npaid by Noa\n\nEach of us: 35.00\n';

/** Chats of two people. */
export const pairs: readonly ChatScript[] = [
  {
    members: ['mara', 'tomas'],
    blocks: [
      on(
        19,
        '17:44',
        ['tomas', '¿Vienes en bici mañana? Hay huelga de trenes.'],
        ['mara', 'Sí, a las ocho en el puente. And then English please, my Spanish ends at bicycles.'],
        ['tomas', 'At eight at the bridge! 🚲'],
      ),
      on(
        12,
        '12:30',
        ['mara', 'Can you send me the stems of "Low Tide"? I want to practise with the real drums.'],
        ['tomas', { transfer: 'low-tide-stems.zip', bytes: 926_941_184, status: 'cancelled' }],
        ['tomas', 'Sorry, closed the laptop on the way to the train. Once more.'],
        ['tomas', { transfer: 'low-tide-stems.zip', bytes: 926_941_184, status: 'completed' }],
        ['mara', 'Almost a gigabyte in four minutes, and nothing in the cloud. I like this.'],
      ),
      on(3, '18:12', ['mara', { call: 'missed' }], ['tomas', 'Was on the bike, sorry! What is it?']),
      on(
        3,
        '18:40',
        ['tomas', { call: { with: ['mara'], minutes: 6 } }],
        ['mara', 'Good. So you ask about the cymbal stand and I ask about the amp.'],
      ),
      justNow(
        52,
        ['tomas', 'Cymbal stand: yes, and they have a rug too, so nothing slides.'],
        ['mara', 'The amp is coming as well. We are nearly professionals.'],
        ['tomas', 'Nearly 😄'],
      ),
    ],
  },
  {
    members: ['noa', 'mara'],
    blocks: [
      on(
        14,
        '21:55',
        ['noa', 'I wrote a second verse for "Letters to the Moon". Promise not to be polite.'],
        [
          'noa',
          'You left the window open / so the night could find its way / and all the words we never posted / are lanterns on the bay',
        ],
        ['mara', 'I have read it four times. I have no notes. Do not touch it.'],
        ['noa', 'תודה. באמת.'],
      ),
      on(
        6,
        '19:20',
        ['noa', 'Room rent, so that nobody has to do sums in their head:'],
        ['noa', { file: 'rehearsal-room.txt', content: invoice }],
        ['mara', 'Sent you 35. Thank you for always doing this.'],
      ),
      justNow(
        16,
        ['noa', 'Do you still have the string of paper lanterns from your balcony?'],
        ['noa', 'It would be a shame to be called Paper Lanterns and have none on the stage.'],
      ),
    ],
    unread: { mara: 2 },
  },
  {
    members: ['ingrid', 'mara'],
    blocks: [
      on(
        17,
        '09:14',
        ['ingrid', 'Hej gumman! Har du kvar receptet på kardemummabullarna?'],
        ['mara', 'Det är ju ditt recept, mamma 😄'],
        ['ingrid', 'Ja, men jag gav dig lappen.'],
        ['mara', 'Jag tar med den på söndag.'],
      ),
      on(
        2,
        '13:05',
        ['ingrid', { call: { with: ['mara'], minutes: 31 } }],
        ['ingrid', 'Tack för pratstunden. Kram!'],
        ['mara', '💛'],
      ),
    ],
  },
  {
    members: ['jonas', 'mara'],
    blocks: [
      on(
        23,
        '20:30',
        ['jonas', 'Back from the hut. No signal for four days, I can recommend it.'],
        ['jonas', { picture: 'mountains' }],
        ['mara', 'Four days without your jokes, too. How were the mountains?'],
        ['jonas', 'They did not laugh either.'],
      ),
      on(
        16,
        '22:40',
        ['jonas', { transfer: 'rehearsal-thursday.wav', bytes: 412_386_304, status: 'completed' }],
        ['mara', 'Got it. I am putting it on for the way to work tomorrow.'],
      ),
      on(
        1,
        '17:33',
        ['jonas', 'Do we need both amps on Friday, or can I fold the back seat up?'],
        ['mara', 'Both, sorry. The seat stays down.'],
        ['jonas', '👍'],
      ),
    ],
  },
  {
    members: ['yuki', 'mara'],
    blocks: [
      on(
        13,
        '18:20',
        ['yuki', 'View from the new flat. I have not unpacked a single box, I just look out of the window.'],
        ['yuki', { picture: 'rooftops' }],
        ['mara', 'I would not unpack either. Congratulations!'],
        ['yuki', 'ありがとう！ Come over when I have chairs.'],
      ),
      on(
        1,
        '16:45',
        ['mara', 'The star for favourites: filled and yellow, or filled and in our blue?'],
        ['yuki', 'Blue. Yellow means delay on that screen.'],
        ['mara', 'Of course it does. Thank you!'],
      ),
    ],
  },
  {
    members: ['amal', 'mara'],
    blocks: [
      on(
        8,
        '17:30',
        ['amal', 'صباح الخير يا مارا، الأسهم كلها في مكانها الآن. شكراً!'],
        ['mara', 'صباح النور! سعيدة جداً.'],
        ['amal', 'You know that it is half past five in the evening?'],
        ['mara', 'My book is only at chapter two. Chapter two is mornings.'],
      ),
      on(
        4,
        '12:10',
        ['amal', { call: 'missed' }],
        ['amal', 'Nothing urgent, only good news about the budget. Tomorrow!'],
      ),
    ],
  },
  {
    members: ['seun', 'mara'],
    blocks: [
      on(
        5,
        '15:02',
        [
          'seun',
          'Could you look at the feed change when you have a minute? 40 lines, half of them tests: https://example.com/harbour/changes/318',
        ],
        ['mara', 'Looked. One question about the time zone, otherwise I like it very much.'],
        ['seun', 'Good catch. The night ferry crosses midnight in two countries, of course it does.'],
      ),
    ],
  },
  {
    members: ['claire', 'mara'],
    blocks: [
      on(
        9,
        '14:18',
        [
          'claire',
          'Bonjour Mara! Does Nils still get along with the nuts in the muesli, or shall I buy the other one?',
        ],
        ['mara', 'The other one, please. How kind of you to remember.'],
        ['claire', 'With 24 of them I have a list. With a list I am invincible.'],
      ),
      justNow(
        72,
        ['claire', 'Would you take the first night watch with me? Binh has the second one.'],
        ['mara', 'Gladly. I bring the thermos.'],
        ['claire', 'Parfait, merci! 🌙'],
      ),
    ],
  },
  {
    members: ['binh', 'mara'],
    blocks: [
      on(
        11,
        '20:02',
        ['binh', 'Chào Mara! Nils left his blue jacket here. And one shoe.'],
        ['mara', 'Only one?'],
        ['binh', 'As I said: shoes.'],
      ),
      on(
        6,
        '18:30',
        ['mara', { call: 'missed' }],
        ['binh', 'Sorry, was cooking. Jacket and shoe are on the hook, come by any time.'],
      ),
    ],
  },
  {
    members: ['wojciech', 'mara'],
    blocks: [
      on(
        10,
        '07:58',
        ['wojciech', 'Good morning, are there still two seats needed on the way back, or three?'],
        ['mara', 'Three: Nils, his friend, and a very large tent.'],
        ['wojciech', 'The tent can sit in front. Do zobaczenia!'],
      ),
    ],
  },
  {
    members: ['priya', 'tomas'],
    blocks: [
      on(
        4,
        '19:12',
        ['priya', 'I heard you play by the water on Friday? We are on the Saturday, same stage.'],
        ['tomas', 'Then you must come and hear Mara on the bass. Write to her, she lends us half of the equipment.'],
        ['priya', 'I will!'],
      ),
    ],
  },
];
