import { type ChatScript, justNow, on } from './chat-script.ts';

const packing = `item,how many,remark
sleeping bag,1,warm: nights by the lake are cool
rain jacket,1,
swimming things,1,
torch,1,with fresh batteries
water bottle,1,with a name on it
mug and plate,1,nothing that breaks
medicine,,give it to Claire in a bag with the name on it
`;

/** A teacher and several parents before a trip to a lake. */
export const classTrip: ChatScript = {
  members: ['claire', 'mara', 'binh'],
  name: 'Class 7b',
  picture: 'camp',
  blocks: [
    on(
      18,
      '16:05',
      ['claire', 'Hello everybody, and thank you for helping! Three days, 24 children, one lake. What could go wrong?'],
      ['binh', 'I went on the one two years ago. The answer is: shoes. Everybody lost one.'],
      ['mara', 'Only one each? That is almost a success.'],
      ['claire', { rename: 'Class 7b at the lake 🏕️ buses, tents, food and who brings what' }],
      ['claire', { add: 'wojciech' }],
      ['claire', 'Wojciech has a minibus and, what is more, a driving licence for it.'],
      ['wojciech', 'Dzień dobry! 19 seats, and there is room for the big pots in the back.'],
    ),
    on(
      11,
      '19:30',
      ['claire', 'The packing list. Please print it out or put it on the fridge.'],
      ['claire', { file: 'packing-list.csv', content: packing }],
      ['binh', 'Fridge it is. Minh asks whether a football counts as swimming things.'],
      ['claire', 'If it floats.'],
      ['mara', 'Who has tents? We have one for four and one that used to be for four.'],
      ['wojciech', 'Two big ones, for six each. Checked them in the garden, all the poles are there.'],
      ['binh', 'One for three. Then we are complete, I think: 4 + 4 + 6 + 6 + 3 and the hut for the rest.'],
    ),
    on(
      4,
      '20:10',
      ['claire', 'The bus leaves on Monday at 8:00, not at 8:15. Please be there at a quarter to.'],
      ['wojciech', 'I will be there at half past seven with coffee for the grown-ups.'],
      ['mara', 'Wojciech, you have just won this trip.'],
      ['binh', 'I will bring spring rolls for the road. 60 of them. That should last until the motorway.'],
    ),
    justNow(
      95,
      ['claire', 'I drove out today to see whether everything is as they promised. It is better.'],
      ['claire', { picture: 'camp' }],
      ['mara', 'Are those our places? By the water?'],
      ['claire', 'By the water. The warden says that the lake is warm enough from ten in the morning.'],
      ['binh', 'Đẹp quá! 😍'],
      ['wojciech', 'Now I want to be twelve again.'],
    ),
  ],
  unread: { mara: 1 },
};
