/** Sends no mail. */
import { Resolver } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { readMail } from '../../lib/mail/config'
import { codeOf, NeedsVariable, NotChecked, readSetting, type Question } from './question'

/** Throws NotChecked if SMTP_URL is missing or a setting is invalid. */
export function smtpConfig(env: NodeJS.ProcessEnv) {
  const found = readSetting(() => readMail(env))
  if (found?.kind !== 'smtp') throw new NeedsVariable('SMTP_URL')
  return found
}

/** `dnsServers` replaces the system's name servers. */
export function mailQuestions(env: NodeJS.ProcessEnv, dnsServers?: string[]): Question[] {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServers) resolver.setServers(dnsServers)
  const config = () => smtpConfig(env)
  const domain = () => config().from.split('@')[1] ?? ''
  /** Empty if the name has no records. */
  async function look<Found>(asked: Promise<Found[]>): Promise<Found[]> {
    return asked.catch((error: unknown) => {
      if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
      throw new NotChecked(`no answer from the name server (${codeOf(error)})`)
    })
  }
  const hasText = async (name: string, start: string) =>
    (await look(resolver.resolveTxt(name))).some((parts) => parts.join('').startsWith(start))

  return [
    {
      question: 'The mail server lets the site in',
      todo: 'Write SMTP_URL, MAIL_FROM, MAIL_TO and OUTBOX_SECRET into .env, as .env.example shows them.',
      isConnection: true,
      ask: async () => {
        const { url } = config()
        const transport = createTransport({
          url,
          requireTLS: new URL(url).password !== '',
          connectionTimeout: 4_000,
          greetingTimeout: 4_000,
          dnsTimeout: 4_000,
        })
        return transport.verify().finally(() => transport.close())
      },
    },
    {
      question: 'The sender’s domain says which servers send for it (SPF)',
      todo: 'Add the TXT record that the mail provider names, which begins with v=spf1.',
      ask: async () => hasText(domain(), 'v=spf1'),
    },
    {
      question: 'The sender’s domain says what to do with forgeries (DMARC)',
      todo: 'Add a TXT record at _dmarc of the domain, such as "v=DMARC1; p=none".',
      ask: async () => {
        // A DMARC record of a domain also applies to its subdomains.
        for (let name = domain(); name.includes('.'); name = name.slice(name.indexOf('.') + 1))
          if (await hasText(`_dmarc.${name}`, 'v=DMARC1')) return true
        return false
      },
    },
    {
      question: 'The sender’s domain takes mail (MX)',
      todo: 'Add an MX record: many servers refuse mail from a domain that takes no replies.',
      ask: async () => (await look(resolver.resolveMx(domain()))).length > 0,
    },
    {
      question: 'Mails are signed (DKIM)',
      todo: 'Add the records that the mail provider names. The head of a mail that arrived then has "dkim=pass".',
    },
  ]
}
