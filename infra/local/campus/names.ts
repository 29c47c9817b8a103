type Script = {
  /** In its own script, and in Latin letters for addresses. */
  readonly given: readonly (readonly [string, string])[]
  readonly family: readonly (readonly [string, string])[]
  readonly familyFirst?: true
}

const pairs = (words: string): (readonly [string, string])[] =>
  words.split(' ').map((word) => {
    const [own = '', latin = own.toLowerCase()] = word.split('/')
    return [own, latin] as const
  })

/** People of a campus have names from everywhere. Each list has one script or one naming convention. */
export const scripts: readonly Script[] = [
  {
    given: pairs('Ada Grace Maya Noah Olivia Ethan Zoe Marcus Priya Theo Iris Caleb Ruth Owen'),
    family: pairs('Baker Nguyen Osei Carter Rossi Murphy Silva Haddad Klein Novak Park Reed'),
  },
  {
    given: pairs(
      'Zoë/zoe José/jose Søren/soeren Łucja/lucja Émilie/emilie Jürgen/juergen Çağla/cagla Ñusta/nusta',
    ),
    family: pairs(
      "O’Brien/obrien García/garcia Kovačević/kovacevic Åström/astroem Yılmaz/yilmaz Nuñez/nunez D'Souza/dsouza",
    ),
  },
  {
    given: pairs('Ελένη/eleni Νίκος/nikos Δήμητρα/dimitra Γιώργος/giorgos'),
    family: pairs('Παπαδοπούλου/papadopoulou Νικολάου/nikolaou Καραγιάννη/karagianni'),
  },
  {
    given: pairs('Ольга/olga Дмитрий/dmitri Наталія/nataliia Іван/ivan Света/sveta'),
    family: pairs('Шевченко/shevchenko Кузнецова/kuznetsova Петренко/petrenko Ђорђевић/dordevic'),
  },
  {
    given: pairs('小明/xiaoming 丽华/lihua 伟/wei 静怡/jingyi'),
    family: pairs('王/wang 李/li 陈/chen 欧阳/ouyang'),
    familyFirst: true,
  },
  {
    given: pairs('さくら/sakura 健太/kenta 美咲/misaki ハル/haru'),
    family: pairs('佐藤/sato 鈴木/suzuki 高橋/takahashi'),
    familyFirst: true,
  },
  {
    given: pairs('지우/jiwoo 민준/minjun 서연/seoyeon'),
    family: pairs('김/kim 이/lee 박/park 최/choi'),
    familyFirst: true,
  },
  {
    given: pairs('ليلى/layla عمر/omar نور/nour يوسف/yusuf'),
    family: pairs('حداد/haddad المصري/almasri عباس/abbas'),
  },
  { given: pairs('נועה/noa דוד/david תמר/tamar'), family: pairs('כהן/cohen לוי/levi מזרחי/mizrahi') },
  {
    given: pairs('प्रिया/priya अर्जुन/arjun कविता/kavita'),
    family: pairs('शर्मा/sharma पटेल/patel सिंह/singh'),
  },
  { given: pairs('สมชาย/somchai มาลี/malee'), family: pairs('ใจดี/jaidee ศรีสุข/srisuk') },
  {
    given: pairs('Hương/huong Đức/duc Ngọc/ngoc'),
    family: pairs('Nguyễn/nguyen Trần/tran Phạm/pham'),
    familyFirst: true,
  },
  { given: pairs('አበበ/abebe ሰላም/selam'), family: pairs('ተስፋዬ/tesfaye ከበደ/kebede') },
]

export const topics: readonly string[] = (
  'Chess Robotics Rowing Jazz Debate Astronomy Climbing Film Poetry Cycling Cooking Gardening Ballet Coding Judo ' +
  'Photography Sailing Choir Origami Running Theatre Volleyball Improv Knitting Linguistics Math Economics Fencing ' +
  'Ceramics Anime Badminton Physics Journalism Salsa Hiking Drone Esports Geology Wine Entrepreneurship'
).split(' ')

export const groups: readonly string[] =
  'Club Society Collective Guild Union Team Circle Lab Association Crew'.split(' ')

/** A kind of event. `*` in the title and the description is the club's topic. */
export type OccasionKind = {
  readonly title: string
  readonly type: string
  readonly hours: number
  readonly about: string
}

const kind = (title: string, type: string, hours: number, about: string): OccasionKind => ({
  title,
  type,
  hours,
  about,
})

/** Kinds of events by the hour at which they start, in the school's time zone. Two hours apart: rooms are shared. */
export const occasionsByHour: ReadonlyMap<number, readonly OccasionKind[]> = new Map([
  [
    10,
    [
      kind('* bake sale', 'Fundraiser', 2, 'Cookies, pie and coffee. Every dollar pays for our spring trip.'),
      kind('Information table: *', 'Fair', 2, 'Questions welcome. No experience needed to join.'),
      kind('* tournament', 'Competition', 4, 'Four rounds, open to beginners. Sign in by 9:45.'),
    ],
  ],
  [
    12,
    [
      kind('Lunch talk: getting into *', 'Academic', 1, 'A graduate tells how it began. Bring your lunch.'),
      kind('* lunch meeting', 'Meeting', 1, 'Plans for the month, over sandwiches.'),
    ],
  ],
  [
    14,
    [
      kind('* open house', 'Social', 2, 'Look around, meet the members, try it yourself.'),
      kind('* afternoon fair', 'Fair', 4, 'Stands, demonstrations and a raffle.'),
    ],
  ],
  [
    16,
    [
      kind('* for beginners', 'Workshop', 2, 'Start from zero. We lend what you need.'),
      kind('* practice', 'Meeting', 2, 'Regular practice. Newcomers are paired with a member.'),
    ],
  ],
  [
    18,
    [
      kind('Weekly * meeting', 'Meeting', 1, 'News, plans and an hour together.'),
      kind('Guest lecture: the future of *', 'Academic', 2, 'A talk of 45 minutes, then questions.'),
      kind('Hands-on: *', 'Workshop', 3, 'Learn one thing well. Places are limited by the tables.'),
    ],
  ],
  [
    20,
    [
      kind('* night', 'Social', 2, 'Good company, music and snacks.'),
      kind('* showcase', 'Performance', 2, 'What members made this term.'),
    ],
  ],
])

/** Where events without a room of their own take place. */
export const places: readonly string[] = [
  'Student union lounge',
  'Campus center atrium',
  'Library annex',
  'Gymnasium, east entrance',
]

export const lines: readonly string[] = [
  'The room has changed: we meet one floor up this week.',
  'Thank you all for coming yesterday. Pictures follow.',
  'Who can bring a projector? Ours is broken.',
  'New here? Come ten minutes early and say hello. Bienvenue, 欢迎, أهلا وسهلا!',
  'Dues are due by the end of the month. Talk to us when that is hard.',
  'We need two more people for the stand at the fair 🎪',
]
