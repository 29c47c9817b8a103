import type { Weekday } from './clubs.ts'

/** Day of an event, relative to the first start: the first such weekday is 1, the last one before it is -1. */
export type Week = 'today' | { readonly weekday: Weekday; readonly week: number }

/** An event of a demo school. */
export type EveningPlan = {
  readonly club: string
  readonly on: Week
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
Film Society | Fri -3 | 20:00 | 3 | 27 |  | Performance | Lecture room 3 | Silent comedies with live piano | Three short films and a pianist who has never seen them.
Debate Union | Thu -2 | 18:30 | 2 | 19 |  | Workshop | Room 204 | Debate for first-time speakers | Nobody has done it before. Kind judges.
Jazz Ensemble | Wed -2 | 19:30 | 2 | 31 |  | Performance | Student center café | Open jam session | Bring an instrument or a pair of ears.
Robotics Club | Sat -2 | 18:00 | 3 | 34 |  | Social | Hall C workshop | Workshop open house | Drive a robot, meet the people who built it.
Coding Circle | Tue -3 | 18:00 | 2 | 14 |  | Workshop | Room 204 | Workshop: hands off the mouse | Everything by keyboard shortcuts, for two hours.
Student Volunteers | Thu -1 | 17:30 | 2 | 14 | 16 seats | Service | Food bank, Mill Street | Food bank evening shift | We sort and pack. Gloves are there.
Cooking Collective | Mon -1 | 18:00 | 3 | 12 | 12 seats | Social | Student center kitchen | Dumplings from four kitchens | Fold, steam, compare.
Film Society | Fri -1 | 20:00 | 3 | 24 |  | Performance | Lecture room 3 | The lighthouse keepers | Two people, one lamp, no dialogue. Introduction at eight sharp.
Robotics Club | today | 19:00 | 3 | 22 |  | Workshop | Hall C workshop | Build night: line followers | Solder the sensor board, tune it on the track, take it home.
Film Society | Fri 1 | 20:00 | 3 | 29 |  | Performance | Lecture room 3 | The clockmaker’s daughter | A mystery told backwards. Introduction at eight sharp.
Coding Circle | Tue 1 | 18:00 | 2 | 13 |  | Workshop | Room 204 | Fix-it evening: broken builds | Bring the project that stopped compiling. Leave with a green tick.
Debate Union | Thu 1 | 18:30 | 2 | 16 |  | Competition | Room 204 | This house would make lectures optional | Parliamentary debate with questions from the floor.
Student Volunteers | Thu 1 | 17:30 | 2 | 10 | 12 seats | Service | Public library, floor 2 | Homework help | Math and English with students of the middle school.
Hiking Club | Mon 1 | 18:00 | 1 | 11 | members only | Meeting | Room 101 | Trip briefing: Cedar Ridge | Route, gear and lifts for the next walk.
Cooking Collective | Mon 1 | 18:00 | 3 | 12 | 14 seats | Social | Student center kitchen | Three soups for a long evening | Lentil, pumpkin and a fish soup that takes an hour.
Jazz Ensemble | Wed 1 | 18:00 | 2 | 9 |  | Performance | Music room 2 | Open rehearsal | Hear the program of the big band night before it is finished.
Astronomy Society | Wed 1 | 21:00 | 2 | 17 |  | Lecture | Science building roof | Open night at the telescopes | Four telescopes, hot chocolate. If it rains, we look at star maps indoors.
Film Society | Fri 2 | 20:00 | 3 | 24 |  | Performance | Lecture room 3 | Student shorts night | Eleven films of less than nine minutes, with their makers.
Coding Circle | Tue 2 | 18:00 | 2 | 15 |  | Workshop | Room 204 | Accessibility in an evening | Use your own page with a keyboard and a screen reader.
Debate Union | Thu 2 | 18:30 | 2 | 16 | 20 seats | Workshop | Room 204 | Public speaking workshop | Stand, breathe, begin. Exercises in pairs.
Astronomy Society | Wed 2 | 20:30 | 2 | 8 | 10 seats | Workshop | Science building roof | Photographing the night sky | Bring any camera with a manual mode.
Robotics Club | Sat 2 | 18:00 | 4 | 27 | 20 seats | Competition | Hall C workshop | Robot sumo tournament | Five hundred grams, one ring, no mercy. Spectators need a seat too.
Cooking Collective | Mon 2 | 18:00 | 3 | 14 | 14 seats | Social | Student center kitchen | Bread from start to crust | Mix, fold, wait, bake. There is butter.
Student Volunteers | Thu 2 | 17:30 | 2 | 11 | 16 seats | Service | Food bank, Mill Street | Food bank shift: parcels | We pack for the weekend delivery. Gloves are there.
Jazz Ensemble | Wed 3 | 19:30 | 2 | 36 | 200 seats | Performance | Main hall | Big band night | Standards, two premieres and one song that nobody will recognize.
Robotics Club | Tue 3 | 19:00 | 2 | 14 |  | Workshop | Hall C workshop | Build night: drawing arms | Two servos, one pen.
Film Society | Fri 3 | 20:00 | 3 | 21 |  | Performance | Lecture room 3 | Restored classics: The long harbour | A new print of a film that was lost for forty years.
Hiking Club | Mon 3 | 18:00 | 2 | 12 |  | Workshop | Room 101 | Map and compass evening | Navigation without a phone. We go outside for the second hour.
Student Volunteers | Thu 3 | 17:30 | 3 | 16 |  | Service | Student center foyer | Coat swap and repair | Sort, mend and label coats for the shelter.
Coding Circle | Tue 3 | 18:00 | 3 | 19 |  | Competition | Room 204 | Tiny games jam | Make a game that fits on one screen, in three hours, with somebody you do not know.
Cooking Collective | Mon 3 | 18:00 | 3 | 9 | 14 seats | Social | Student center kitchen | Noodles by hand | Pull, cut, boil. Bring a rolling pin if you have one.
Robotics Club | Sat 3 | 18:00 | 4 | 7 | needs approval | Other | Main hall | Campus hardware fair | Stands of clubs and makers, and two hundred visitors.
Debate Union | Thu 4 | 18:30 | 3 | 26 |  | Competition | Main hall | Inter-school final | We host Riverside Polytechnic. Come early.
Astronomy Society | Wed 4 | 19:00 | 2 | 20 |  | Lecture | Lecture room 3 | Talk: how a comet gets its tail | With slides, ice and a hair dryer.
Coding Circle | Tue 4 | 18:00 | 2 | 12 |  | Social | Room 204 | Show what you built | Five minutes each, bugs included.
Jazz Ensemble | Wed 4 | 20:00 | 2 | 23 |  | Performance | Student center café | Late set at the café | A quartet, small tables, free tea.
Cooking Collective | Mon 4 | 18:00 | 3 | 18 |  | Social | Student center kitchen | Potluck of the semester | Bring one dish and its story.
Film Society | Fri 4 | 19:00 | 4 | 25 |  | Performance | Lecture room 3 | Vote-winner double bill | The two films that you voted for, with a break for soup.
Hiking Club | Sat 4 | 17:30 | 3 | 13 | 18 seats | Sports | Meet at the main gate | Night walk to the old mill | Five miles, mostly flat. Head torches can be borrowed.
Board Game Society | Wed -1 | 18:00 | 3 | 9 |  | Social | Common room | Newcomers’ table | Learn one game, teach it to the next person.
Rowing Club | Fri -1 | 17:30 | 2 | 8 |  | Sports | Boathouse | Technique on the machines | Slow strokes, filmed and explained.
Rowing Club | Tue 1 | 17:30 | 2 | 7 | 12 seats | Sports | Boathouse | Learn to row: first evening | Technique on the rowing machines, then tea.
Board Game Society | Wed 1 | 18:00 | 3 | 10 | 24 seats | Social | Common room | Long games evening | One game per table, three hours, no hurry.
Poetry Circle | Sun 1 | 19:00 | 2 | 6 |  | Performance | Library annex | Open mic: borrowed light | Five minutes each. Sign up at the door.
Rowing Club | Fri 2 | 17:30 | 3 | 9 |  | Social | Boathouse | Boathouse supper | Pasta for everybody who rowed this week, and for those who meant to.
Board Game Society | Wed 3 | 18:00 | 4 | 8 | 8 seats | Competition | Common room | Strategy tournament | Eight players, three rounds, one shared cake.
Poetry Circle | Sun 3 | 19:00 | 2 | 5 |  | Competition | Library annex | Translation slam | One poem, three languages, one audience vote.
`

const conditionOf = (text: string): Pick<EveningPlan, 'seats' | 'needsApproval' | 'membersOnly'> => {
  if (text === 'needs approval') return { needsApproval: true }
  if (text === 'members only') return { membersOnly: true }
  return text === '' ? {} : { seats: Number.parseInt(text, 10) }
}

const weekOf = (text: string): Week => {
  const [weekday = '', week] = text.split(' ')
  return weekday === 'today' ? weekday : { weekday: weekday as Weekday, week: Number(week) }
}

export const evenings: readonly EveningPlan[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [
      club = '',
      on = '',
      at = '',
      hours,
      coming,
      more = '',
      type = '',
      where = '',
      name = '',
      about = '',
    ] = cells
    return {
      ...{ club, at, type, where, name, about },
      ...{ on: weekOf(on), hours: Number(hours), coming: Number(coming) },
      ...conditionOf(more),
    }
  })
