/**
 * The instance's keys: two API keys and the ES256 key that signs users' tokens. The first run creates
 * them in the data folder.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { StartError } from './data-folder'

/** The content of `keys.json`. `signingKey` is a private JWK with `kid` and `alg`. */
export interface Keys {
  publishableKey: string
  secretKey: string
  signingKey: JWK
}

/**
 * Reads `keys.json` (mode 0600) in the data folder, and creates it on the first run. Throws StartError
 * if it is damaged.
 */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return makeKeys(file)
  try {
    return JSON.parse(text) as Keys
  } catch {
    throw new StartError(
      `${file} is damaged. Delete it and start again: new keys are made and everybody signs in anew.`,
    )
  }
}

async function makeKeys(file: string): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keys: Keys = {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKey: { ...(await exportJWK(privateKey)), alg: 'ES256', kid: crypto.randomUUID() },
  }
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}
