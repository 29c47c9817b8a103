import ICAL from 'ical.js'

const { parse, Component, Event, TimezoneService } = ICAL

/** The parser knows no NAME (RFC 7986), and leaves the signs in it that a text is escaped with. */
const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

/** A calendar as another program reads it: its name, and its events by their own words. */
export const readCalendar = (text: string) => {
  const calendar = new Component(parse(text))
  TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new Event(component)
    const start = component.getFirstProperty('dtstart')
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
      zone: start?.getParameter('tzid') ?? 'UTC',
      wall: event.startDate.toString(),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      stamp: component.getFirstPropertyValue('dtstamp')?.toString(),
      properties: component.getAllProperties().map(({ name }) => name),
    }
  })
  return {
    name: unescaped(String(calendar.getFirstPropertyValue('name'))),
    zones: calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => String(zone.getFirstPropertyValue('tzid'))),
    properties: calendar.getAllProperties().map(({ name }) => name),
    events,
  }
}

export const uidsOf = (text: string): string[] =>
  readCalendar(text)
    .events.map(({ uid }) => uid.split('@', 1).join(''))
    .sort()

/** Whether a calendar says that there is more than it holds. */
export const isCut = (text: string): boolean =>
  /^X-WR-CALDESC:This calendar is not complete\b/m.test(text.replaceAll('\r\n ', ''))
