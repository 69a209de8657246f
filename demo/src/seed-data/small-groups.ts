import { type ChatScript, on } from './chat-script.ts';

/** A reading club of four people, written right to left. */
export const readingClub: ChatScript = {
  members: ['amal', 'mara', 'noa', 'seun'],
  name: 'نادي القراءة 📚',
  picture: 'tea',
  blocks: [
    on(
      22,
      '21:08',
      ['amal', 'أهلاً بكم في نادي القراءة! كتاب واحد كل شهر، وشاي بالنعناع دائماً.'],
      ['mara', 'أهلاً! أنا أقرأ ببطء، لكنني أقرأ.'],
      ['amal', 'ببطء أفضل من لا شيء، وعربيتك صارت جميلة.'],
      ['noa', 'I read the translation this time. Is that allowed?'],
      ['amal', 'Of course. Bring one sentence that you would have translated differently.'],
      ['seun', 'Only one? I have underlined half of the book.'],
    ),
    on(
      7,
      '20:40',
      ['amal', { picture: 'tea' }],
      ['amal', 'الطاولة جاهزة. الخميس الساعة الثامنة عندي؟'],
      ['seun', 'Thursday at eight works. I bring the dates, the good ones.'],
      ['noa', 'Thursday is rehearsal 😔 Could it be Wednesday?'],
      ['amal', 'Wednesday it is. الأربعاء إذن!'],
      ['mara', 'ممتاز 👍'],
    ),
    on(3, '22:17', ['seun', 'Still thinking about chapter nine.'], ['amal', 'كلنا يا صديقي، كلنا.']),
  ],
};

/** A group without a name, so that it shows the names of its members. */
export const lunch: ChatScript = {
  members: ['seun', 'mara', 'yuki'],
  blocks: [
    on(
      10,
      '11:48',
      ['seun', 'Lunch? The soup place has the lentil one today.'],
      ['yuki', 'Yes! Ten minutes?'],
      ['mara', 'Start without me, I will be there at a quarter past.'],
    ),
    on(
      2,
      '11:51',
      ['yuki', 'Soup?'],
      ['seun', 'Soup.'],
      ['mara', 'Soup 🍲'],
      ['yuki', 'This may be the most efficient meeting we have ever had.'],
    ),
  ],
};
