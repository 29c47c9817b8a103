/** An event of a demo school. `day` counts from the day of the first start; a negative one is over. */
export type EveningPlan = {
  readonly club: string
  readonly day: number
  /** Local time, HH:mm. */
  readonly at: string
  readonly hours: number
  readonly name: string
  readonly type: string
  readonly where: string
  readonly about: string
  /** Number of people who register. */
  readonly coming: number
  readonly seats?: number
  readonly needsApproval?: true
  readonly membersOnly?: true
}

/** The event at which the check-in helper works. */
export const checkInEvening = 'Build night: line followers'
/** The event that is full. */
export const fullEvening = 'Robot sumo tournament'

/** Club, day, time, hours, people, seats or a condition, type, place, name, description. */
const table = `
Film Society | -19 | 20:00 | 3 | 27 |  | Arts | Lecture room 3 | Silent comedies with live piano | Three short films and a pianist who has never seen them.
Debate Union | -16 | 18:30 | 2 | 19 |  | Academic | Room 204 | Freshers’ debate | First-time speakers only. Kind judges.
Jazz Ensemble | -12 | 19:30 | 2 | 31 |  | Performance | Student centre café | Autumn jam session | Bring an instrument or a pair of ears.
Robotics Club | -9 | 18:00 | 3 | 34 |  | Social | Hall C workshop | Workshop open house | Drive a robot, meet the people who built it.
Student Volunteers | -6 | 17:30 | 2 | 14 | 16 seats | Volunteering | Food bank, Mill Street | Food bank evening shift | We sort and pack. Gloves are there.
Cooking Collective | -3 | 18:00 | 3 | 12 | 12 seats | Social | Student centre kitchen | Dumplings from four kitchens | Fold, steam, compare.
Robotics Club | 0 | 19:00 | 3 | 22 |  | Workshop | Hall C workshop | Build night: line followers | Solder the sensor board, tune it on the track, take it home.
Film Society | 1 | 20:00 | 3 | 29 |  | Arts | Lecture room 3 | The clockmaker’s daughter | A mystery told backwards. Introduction at eight sharp.
Coding Circle | 2 | 18:00 | 2 | 13 |  | Workshop | Room 204 | Fix-it evening: broken builds | Bring the project that stopped compiling. Leave with a green tick.
Debate Union | 3 | 18:30 | 2 | 18 |  | Academic | Room 204 | This house would make lectures optional | Parliamentary debate with questions from the floor.
Hiking Club | 4 | 18:00 | 1 | 11 | members only | Meeting | Room 101 | Trip briefing: Cedar Ridge | Route, gear and lifts for Sunday.
Cooking Collective | 5 | 18:00 | 3 | 12 | 14 seats | Social | Student centre kitchen | Three soups for cold weather | Lentil, pumpkin and a fish soup that takes an hour.
Jazz Ensemble | 6 | 19:30 | 2 | 9 |  | Performance | Music room 2 | Open rehearsal | Hear the winter programme before it is finished.
Astronomy Society | 6 | 21:00 | 2 | 17 |  | Academic | Science building roof | Jupiter and its moons | Four telescopes, hot chocolate. If it rains, we meet a week later.
Robotics Club | 8 | 18:00 | 4 | 27 | 20 seats | Competition | Main hall | Robot sumo tournament | Five hundred grams, one ring, no mercy. Spectators need a seat too.
Student Volunteers | 9 | 17:30 | 2 | 10 | 12 seats | Volunteering | Public library, floor 2 | Homework help | Maths and English with pupils of the middle school.
Film Society | 9 | 20:00 | 3 | 24 |  | Arts | Lecture room 3 | Student shorts night | Eleven films of less than nine minutes, with their makers.
Coding Circle | 10 | 18:00 | 2 | 15 |  | Workshop | Room 204 | Accessibility in an evening | Use your own page with a keyboard and a screen reader.
Debate Union | 11 | 18:30 | 2 | 16 | 20 seats | Workshop | Room 204 | Public speaking workshop | Stand, breathe, begin. Exercises in pairs.
Astronomy Society | 12 | 20:30 | 2 | 8 | 10 seats | Workshop | Science building roof | Photographing the winter sky | Bring any camera with a manual mode.
Jazz Ensemble | 13 | 19:30 | 2 | 36 | 200 seats | Performance | Main hall | Winter concert | Big band standards, two premieres and one carol that nobody will recognize.
Cooking Collective | 14 | 18:00 | 3 | 14 | 14 seats | Social | Student centre kitchen | Bread from start to crust | Mix, fold, wait, bake. There is butter.
Robotics Club | 15 | 19:00 | 2 | 14 |  | Workshop | Hall C workshop | Build night: drawing arms | Two servos, one pen.
Film Society | 16 | 20:00 | 3 | 21 |  | Arts | Lecture room 3 | Restored classics: The long harbour | A new print of a film that was lost for forty years.
Hiking Club | 17 | 18:00 | 2 | 12 |  | Workshop | Room 101 | Map and compass evening | Navigation without a phone. We go outside for the second hour.
Student Volunteers | 18 | 17:00 | 3 | 16 |  | Volunteering | Student centre foyer | Winter coat drive | Sort, mend and label coats for the shelter.
Coding Circle | 19 | 18:00 | 3 | 19 |  | Competition | Room 204 | Tiny games jam | Make a game that fits on one screen, in three hours, with somebody you do not know.
Debate Union | 20 | 18:00 | 3 | 26 |  | Competition | Main hall | Inter-school final | We host Riverside Polytechnic. Come early.
Robotics Club | 21 | 18:00 | 5 | 7 | needs approval | Fair | Main hall | Winter hardware fair | Stands of twelve clubs and two hundred visitors. Waiting for the approval of the school.
Astronomy Society | 22 | 19:00 | 2 | 20 |  | Academic | Lecture room 3 | Talk: how a comet gets its tail | With slides, ice and a hair dryer.
Jazz Ensemble | 23 | 20:00 | 2 | 23 |  | Performance | Student centre café | Late set at the café | A quartet, small tables, free tea.
Cooking Collective | 24 | 18:00 | 3 | 18 |  | Social | Student centre kitchen | Potluck of the term | Bring one dish and its story.
Film Society | 25 | 19:00 | 4 | 25 |  | Arts | Lecture room 3 | Vote-winner double bill | The two films that you voted for, with a break for soup.
Hiking Club | 27 | 17:30 | 3 | 13 | 18 seats | Social | Meet at the main gate | Night walk to the old mill | Eight kilometres, mostly flat. Head torches can be borrowed.
Rowing Club | 2 | 18:00 | 2 | 4 | 12 seats | Workshop | Boathouse | Learn to row: first evening | Technique on the rowing machines, then tea.
Poetry Circle | 5 | 19:00 | 2 | 5 |  | Arts | Library annex | Open mic: borrowed light | Five minutes each. Sign up at the door.
Rowing Club | 12 | 17:30 | 3 | 5 |  | Social | Boathouse | Boathouse supper | Pasta for everybody who rowed this week, and for those who meant to.
Poetry Circle | 19 | 19:00 | 2 | 3 |  | Competition | Library annex | Translation slam | One poem, three languages, one audience vote.
`

const conditionOf = (text: string): Pick<EveningPlan, 'seats' | 'needsApproval' | 'membersOnly'> => {
  if (text === 'needs approval') return { needsApproval: true }
  if (text === 'members only') return { membersOnly: true }
  return text === '' ? {} : { seats: Number.parseInt(text, 10) }
}

export const evenings: readonly EveningPlan[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [club = '', day, at = '', hours, coming, more = '', type = '', where = '', name = '', about = ''] =
      cells
    return {
      ...{ club, at, type, where, name, about },
      ...{ day: Number(day), hours: Number(hours), coming: Number(coming) },
      ...conditionOf(more),
    }
  })
