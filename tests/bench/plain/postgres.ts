import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The programs of the newest PostgreSQL that Debian has installed. */
const programs = (): string => {
  const base = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(base).sort((one, other) => Number(other) - Number(one))
    if (newest) return join(base, newest, 'bin')
  } catch {}
  throw new Error('PostgreSQL is not installed: apt-get install postgresql')
}

/** PostgreSQL does not run as root, so a root account lends it the account that Debian made for it. */
const asServer = (command: string, words: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...words]]
    : [command, [...words]]

const run = (command: string, words: readonly string[], input?: string): string => {
  const [program, all] = asServer(command, words)
  return execFileSync(program, all, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'], input })
}

const schema = `
CREATE TABLE people (id text PRIMARY KEY, name text NOT NULL, email text UNIQUE NOT NULL, about text);
CREATE TABLE organizations (id text PRIMARY KEY, name text NOT NULL);
CREATE TABLE events (id text PRIMARY KEY, organization text REFERENCES organizations, name text NOT NULL,
  description text, location text, starts timestamptz NOT NULL, ends timestamptz NOT NULL, seats int NOT NULL);
CREATE INDEX ON events (starts);
CREATE TABLE registrations (event text REFERENCES events, person text REFERENCES people,
  at timestamptz DEFAULT now(), PRIMARY KEY (event, person));
CREATE INDEX ON registrations (person);
INSERT INTO people SELECT 'p' || n, 'Person ' || n, 'p' || n || '@example.edu', repeat('x', 400)
  FROM generate_series(1, 300) n;
INSERT INTO organizations SELECT 'o' || n, 'Club ' || n FROM generate_series(1, 40) n;
INSERT INTO events SELECT 'e' || n, 'o' || (n % 40 + 1), 'Event ' || n, repeat('y', 300), 'Room ' || n,
  now() + n * interval '3 hours', now() + n * interval '3 hours' + interval '1 hour', 100
  FROM generate_series(1, 200) n;
INSERT INTO registrations SELECT 'e' || (n % 200 + 1), 'p' || (n % 300 + 1) FROM generate_series(1, 3000) n
  ON CONFLICT DO NOTHING;
ANALYZE;
`

export type Postgres = { readonly pid: number; readonly socket: string; stop(): void }

/** A server with a campus of 300 people, 40 clubs and 200 events, reached by a socket in `folder`. */
export const startPostgres = async (folder: string): Promise<Postgres> => {
  const bin = programs()
  const data = join(folder, 'postgres')
  mkdirSync(data)
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres:postgres', data])
  run(join(bin, 'initdb'), ['-D', join(data, 'db'), '-A', 'trust', '-U', 'postgres'])
  const options = ['-D', join(data, 'db'), '-k', data, '-c', 'listen_addresses=']
  const [program, words] = asServer(join(bin, 'postgres'), options)
  const server: ChildProcess = spawn(program, words, { stdio: 'ignore' })
  const psql = (text: string) =>
    run(join(bin, 'psql'), ['-h', data, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q'], text)
  for (let tries = 0; ; tries += 1) {
    try {
      psql('SELECT 1')
      break
    } catch (error) {
      if (tries > 50) throw error
      await pause(200)
    }
  }
  psql(schema)
  return { pid: server.pid ?? 0, socket: data, stop: () => void server.kill('SIGINT') }
}
