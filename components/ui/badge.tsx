import { cva, type VariantProps } from 'class-variance-authority'

const badgeVariants = cva('badge', {
  variants: {
    variant: {
      outline: 'border-input text-foreground',
      // The colours only repeat the badge's text, which names the status.
      yellow: 'bg-status-yellow text-status-yellow-foreground',
      green: 'bg-status-green text-status-green-foreground',
      red: 'bg-status-red text-status-red-foreground',
      blue: 'bg-status-blue text-status-blue-foreground',
      gray: 'bg-status-gray text-status-gray-foreground',
    },
  },
})

export function Badge({
  variant,
  ...props
}: React.ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span className={badgeVariants({ variant })} {...props} />
}
