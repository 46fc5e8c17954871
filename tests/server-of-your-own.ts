/**
 * A server as in docs/going-live.md, without systemd: a checkout, and a site on some ports that
 * deploy/update.sh restarts.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort, root } from '../scripts/processes'

/** True if this machine has the programs that deploy/update.sh needs besides Node. */
export const canUpdate = ['git', 'curl', 'openssl', 'flock'].every(
  (program) => !spawnSync(program, ['--version']).error,
)

// A shell script that restarts the site on a port, in place of systemd.
const restart = `
pid="pid.$1"
if [ -f "$pid" ]; then kill "$(cat "$pid")"; while kill -0 "$(cat "$pid")"; do sleep 0.1; done; fi 2> /dev/null
base=$PWD
(cd current && NODE_ENV=production exec node --env-file="$base/env" scripts/watch-site.mjs --port "$1" > "$base/log.$1" 2>&1) &
echo $! > "$pid"`

interface Update {
  back?: boolean
  restart?: string
  uid?: number
}

/**
 * Creates the server, without a build yet. `env` is the site's environment, `build` the build
 * command, `processes` the number of ports. If the tests run as root, the user `builder` builds the
 * site, and `nobody` starts it for a try.
 */
export async function serverOfYourOwn(
  env: Record<string, string>,
  build: string,
  { processes = 1, builder = 'nobody' } = {},
) {
  const base = mkdtempSync(join(tmpdir(), 'server-'))
  chmodSync(base, 0o755)
  const source = join(base, 'source')
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort(0))
  const urls = ports.map((port) => `http://localhost:${port}`)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', '-C', source, ...args], {
      stdio: 'ignore',
    })
  mkdirSync(source)
  // A link to update.sh in a folder of the PATH, as an administrator may have.
  mkdirSync(join(base, 'bin'))
  symlinkSync('../source/deploy/update.sh', join(base, 'bin/update'))
  git('init', '--quiet')
  writeFileSync(join(base, 'restart.sh'), restart)
  writeFileSync(
    join(base, 'env'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  )
  return {
    base,
    url: urls[0] ?? '',
    urls,
    /** Writes files to the checkout and commits them. */
    commit(files: Record<string, string | Buffer>) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(source, file)), { recursive: true })
        writeFileSync(join(source, file), text)
      }
      if (!existsSync(join(source, 'deploy')))
        cpSync(join(root, 'deploy'), join(source, 'deploy'), { recursive: true })
      git('add', '--all')
      git('commit', '--quiet', '--message', 'x')
    },
    /**
     * Runs deploy/update.sh as the user `uid`, by default this one. Returns the exit code and the
     * output.
     */
    async update({ back = false, restart = 'sh restart.sh ', uid }: Update = {}) {
      const args = [...(back ? ['--back'] : []), ...ports.map(String)]
      const child = spawn('bash', [join(base, 'bin/update'), ...args], {
        cwd: base,
        uid,
        env: {
          ...process.env,
          STUDIO_ENV: join(base, 'env'),
          STUDIO_BUILD: build,
          STUDIO_RESTART: restart,
          STUDIO_BUILDER: builder,
          STUDIO_USER: 'nobody',
          SECRET_OF_ROOT: 'kelp',
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, output }
    },
    close() {
      spawnSync('sh', ['-c', 'for pid in pid.*; do kill "$(cat "$pid")"; done'], { cwd: base })
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
