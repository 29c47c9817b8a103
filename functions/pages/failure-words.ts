import { dateWords } from './layout/dates.ts'
import { type FailureMessage, msg, sentenceCase, t, translateFailure } from './locale.ts'

/** Messages for programs, in the words of a form. Programs receive the first text, whose wording clients rely on. */
const formTexts: Readonly<Record<string, string>> = {
  'Choose one to five break-glass accounts: administrators of this school, each with a second factor': msg(
    'Choose one to five administrators for emergency access, each with a second factor',
  ),
  'Capacity is below current registrations': msg('More seats than this are taken. Enter a higher number.'),
  'Choose at least one channel': msg('Choose notifications, email or both'),
  'Comment body required': msg('Write a comment first'),
  'Email already exists': msg('An account with this email exists. Sign in, or use another email.'),
  'Email is taken': msg('An account with this email exists. Sign in, or use another email.'),
  'Email is required': msg('Enter an email address'),
  'Event is at capacity': msg('All seats are taken'),
  'Global user not found. Add by email or globalUserId.': msg('No account has this email address'),
  'Invalid URL format': msg('Enter a web address such as https://example.edu'),
  'Invalid credentials': msg('Wrong email or password'),
  'Invalid e-mail address': msg('Enter a valid email address'),
  'Invalid form answers': msg('Some answers are missing or not valid'),
  'Invalid verification code': msg('This code is wrong or has expired. Check it, or ask for a new one.'),
  'Message content is required': msg('Write a message first'),
  'Missing required fields': msg('Some fields are empty. Fill them in.'),
  'More people are assigned to this role than requiredCount allows. Remove assignments first, or set a higher number.':
    msg(
      'More people are assigned than this number allows. Remove assignments first, or enter a higher number.',
    ),
  'Name is required': msg('Enter a name'),
  'No file uploaded': msg('Choose a picture first'),
  'Org ID is required': msg('Choose a club'),
  'Org event role not found': msg('This role is gone. Reload the page.'),
  'Role with this name already exists': msg('A role with this name already exists. Choose another name.'),
  'Org name already exists': msg('A club with this name already exists. Choose another name.'),
  'Org name already taken': msg('A club with this name already exists. Choose another name.'),
  'Org name is required': msg('Enter a name'),
  'Org not found': msg('This club does not exist'),
  'Organization name and description are required': msg('Enter a name and a description'),
  'Preview again who has no second factor before you save it, to the last page. It was not previewed, or the result has changed.':
    msg('The rules or the people changed after the preview. Preview again, then save.'),
  'Preview the people this locks out, to the last page, before you save it. It was not previewed, or the result has changed.':
    msg('The rules or the people changed after the preview. Preview again, then save.'),
  'Registration would be required but closed, so nobody could attend. Set rsvpEnabled too, or do not set rsvpRequired.':
    msg('Registration would be required but closed, so nobody could attend. Open registration too.'),
  'Role name is required': msg('Enter a name'),
  'Send a start and an end. The end must be after the start, by at most 14 days.': msg(
    'Enter a start and an end. The end must be after the start, by at most 14 days.',
  ),
  'Send a title and a message, or a template': msg('Enter a title and a message'),
  "Send the person's email or globalUserId": msg("Enter the person's email address"),
  'Status is required': msg('Choose a status'),
  'Task title is required': msg('Enter a title'),
  'The end must not be before the start': msg('The last day must not be before the first day'),
  'The owner is no longer a user of this school. Send the id of another user as newOwnerId.': msg(
    'The owner is no longer at this school. Choose another owner.',
  ),
  'This organization requires an application form. Send your answers with the request.': msg(
    'This club has an application form. Answer its questions.',
  ),
  'This person declined being added as a member. Send an invitation, or try again after 30 days.': msg(
    'This person declined being added as a member. Invite them, or try again after 30 days.',
  ),
  'This account has been suspended.': msg(
    'Your account is suspended at this school. Its administrators can lift the suspension: ask one of them. Your account at other schools is not affected.',
  ),
  'This would lock you out. Sign in with a method that stays allowed, or make your account a break-glass account.':
    msg(
      'This would lock you out. Sign in with a method that stays allowed, or give your account emergency access.',
    ),
  'To delete this account, sign in again or send its password': msg(
    'To delete this account, sign in again or enter its password',
  ),
  'Unknown time zone. Send an IANA name such as America/New_York.': msg(
    'Enter a time zone such as America/New_York',
  ),
  'Username is required': msg('Enter a username'),
  'A tenant key must have 2 to 32 lower-case letters, digits and hyphens, and start with a letter.': msg(
    'Use 2 to 32 lowercase letters, digits and hyphens. Start with a letter, and end with a letter or a digit.',
  ),
  'A tenant with this key already exists. Choose another key.': msg(
    'A school with this subdomain already exists. Choose another one.',
  ),
  'A tenant appears twice in the list.': msg('A school appears twice in the list.'),
  'At least one tenant must stay active. Activate another first.': msg(
    'At least one school must stay active. Activate another first.',
  ),
  'The table cannot be read. Send one address in each row, under a heading such as email or in the first column.':
    msg(
      'The table cannot be read. Use one address in each row, under a heading such as email or in the first column.',
    ),
  'This file cannot be used as a picture. Send a complete JPEG, PNG, GIF or WebP with at most 40 million pixels.':
    msg(
      'This file cannot be used as a picture. Choose a complete JPEG, PNG, GIF or WebP with at most 40 million pixels.',
    ),
  "A tenant's key cannot be changed.": msg("A school's subdomain cannot be changed."),
  "A tenant's subdomain must equal its key.": msg("A school's subdomain cannot be changed."),
  'dueAt is not a valid date': msg('Enter a date'),
  'identifier (username, email, or user id) is required': msg('Enter a username or an email address'),
  'You cannot do this while impersonating someone. Stop impersonating first.': msg(
    'You cannot do this while you act as someone. Stop acting first.',
  ),
  'newOwnerId is required': msg('Choose a person'),
  'ownerUserId is not an active member of this organization. Choose an active member.': msg(
    'This person is not an active member of the club. Choose an active member.',
  ),
  'shiftEnd must be after shiftStart': msg('The end must be after the start'),
  'Send a number': msg('Enter a number'),
  'Send a number or text': msg('Enter a whole number'),
  'Send a whole number': msg('Enter a whole number'),
  'Send text': msg('Enter a text'),
  'Send true or false': msg('Choose yes or no'),
  'Send an e-mail address': msg('Enter a valid email address'),
  'Send an address such as https://example.edu': msg('Enter a web address such as https://example.edu'),
  'Send a date and time such as 2026-04-01T16:00:00Z': msg('Enter a date and time'),
  'Send a date such as 2026-04-01': msg('Enter a date'),
  'Send a time such as 16:00': msg('Enter a time'),
  'Expected #rrggbb': msg('Enter a color such as #2447c6'),
  'Expected 1 to 25': msg('Enter a number from 1 to 25'),
  'Expected HH:MM': msg('Enter a time'),
  'Expected HH:mm': msg('Enter a time'),
  'Expected ISO 8601': msg('Enter a date and time'),
  'Expected YYYY-MM-DD': msg('Enter a date'),
  'Expected YYYY-MM-DD or ISO 8601': msg('Enter a date'),
  'Expected a colour such as #a855f7': msg('Enter a color such as #2447c6'),
  'Expected a date': msg('Enter a date'),
  'Expected a language tag such as en-US': msg('Choose a language'),
  'Expected a link': msg('Enter a web address such as https://example.edu'),
  'Expected a link with valid percent-encoding': msg('Enter a web address such as https://example.edu'),
  'Expected a list of options': msg('Choose from the options'),
  'Expected a number': msg('Enter a number'),
  'Expected a number from 1 to 5000': msg('Enter a number from 1 to 5000'),
  'Expected a path, such as /e/{eventId}': msg('Enter a path, such as /e/1'),
  'Expected a weekday such as MO, monthly also 2MO or -1MO': msg('Choose weekdays'),
  'Expected a whole number': msg('Enter a whole number'),
  'Expected an address': msg('Enter a web address such as https://example.edu'),
  'Expected an https address': msg('Enter a web address that starts with https://'),
  'Expected an origin, such as https://app.school.edu': msg(
    'Enter an address without a path, such as https://app.school.edu',
  ),
  'Expected the IANA name of a time zone, such as America/New_York': msg(
    'Enter a time zone such as America/New_York',
  ),
  'Expected the address of a picture': msg('Enter the web address of a picture'),
  'Expected the key of a school': msg('Choose a school'),
  'Expected the code of a currency such as USD': msg('Enter a currency code such as USD'),
  'Expected the name of a time zone': msg('Enter a time zone such as America/New_York'),
  'Expected valid percent-encoding': msg('Enter a web address such as https://example.edu'),
  'The format is not valid. See the reference at /docs.': msg('This is not in the right form. Check it.'),
  'This value is not valid. See the reference at /docs.': msg('This value is not valid. Check it.'),
}

/** `Finals, 2026-12-10 to 2026-12-12` with the days in words. */
const periodWords = (period: string): string => {
  const [, reason = '', first, last] = /^(.*?)(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?$/.exec(period) ?? []
  if (first === undefined) return period
  const start = dateWords(first, 'UTC')
  const days = last === undefined ? start : t('{start} to {end}', { start, end: dateWords(last, 'UTC') })
  return `${reason}${days}`
}

type Pattern = readonly [pattern: RegExp, words: (match: string) => string]

/** Messages with a value of their own. */
const patterns: readonly Pattern[] = [
  [
    /^Event falls in a blackout period(?:: (.*))?$/,
    (period) =>
      period === ''
        ? t('The school is closed for events at that time')
        : t('The school is closed for events at that time: {period}', { period: periodWords(period) }),
  ],
  [
    /^Cannot delete role: (\d+) member\(s\) currently have this role$/,
    (count) =>
      t(
        '{count, plural, one {# member has this role. Remove it from them first.} other {# members have this role. Remove it from them first.}}',
        { count: Number(count) },
      ),
  ],
  [/^This is required\./, () => t('Please fill this in')],
  [
    /^Send at most (\d+) characters?$/,
    (limit) =>
      t('Enter at most {count, plural, one {# character} other {# characters}}', { count: Number(limit) }),
  ],
  [
    /^Send at least (\d+) characters?$/,
    (limit) =>
      t('Enter at least {count, plural, one {# character} other {# characters}}', { count: Number(limit) }),
  ],
  [/^Missing required fields:/, () => t('Some fields are empty. Fill them in.')],
  [/^Send at most (\d+) (?:entry|entries)$/, (limit) => t('Choose at most {limit}', { limit })],
  [/^Send at least (\d+) (?:entry|entries)$/, (limit) => t('Choose at least {limit}', { limit })],
  [/^Send (-?[\d.]+) or more$/, (limit) => t('Enter {limit} or more', { limit })],
  [/^Send (-?[\d.]+) or less$/, (limit) => t('Enter {limit} or less', { limit })],
  [/^Send more than (-?[\d.]+)$/, (limit) => t('Enter more than {limit}', { limit })],
  [/^Send less than (-?[\d.]+)$/, (limit) => t('Enter less than {limit}', { limit })],
  [/^Send one of: /, () => t('Choose one of the options')],
  [/^Leave out "/, () => t('This form is outdated. Reload the page.')],
  [/^Send (?:a|an|text|null|\S+$)/, () => t('This value is not valid. Check it.')],
  [/^Expected /, () => t('This value is not valid. Check it.')],
  [
    /^You don't have permission to \w+ in this organization$/,
    () => t('Your role in this club does not allow this.'),
  ],
]

/** The message of a failure in the words of a form; undefined if the message is for people already. */
export const formWords = (message: string): string | undefined => {
  const text = Object.hasOwn(formTexts, message) ? formTexts[message] : undefined
  if (text !== undefined) return t(text)
  for (const [pattern, words] of patterns) {
    const match = pattern.exec(message)
    if (match) return words(match[1] ?? '')
  }
  const [, field = '', problem = ''] = /^([A-Z][^:"]{0,99}): (.+)$/.exec(message) ?? []
  const inside = problem === '' ? undefined : formWords(sentenceCase(problem))
  // The number of an entry means nothing to a reader who sees one entry.
  if (inside === undefined || / \d+$/.test(field)) return inside
  return t('{field}: {problem}', { field: t(field), problem: inside })
}

/** A failure's message as pages show it, in the reader's language. */
export const failureMessage = (failure: FailureMessage): string =>
  formWords(failure.message) ?? translateFailure(failure)
