import Link from 'next/link'
import { MessagePage, type MessagePageProps } from '@/components/site/message-page'
import { buttonVariants } from '@/components/ui/button-variants'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'

export function BookingMessage(props: MessagePageProps) {
  return (
    <MessagePage
      {...props}
      action={
        <Link href={paths.booking} prefetch={false} className={buttonVariants()}>
          {manage.bookAgain}
        </Link>
      }
    />
  )
}
