'use client'

import { DropdownMenu as Menu } from 'radix-ui'
import { cn } from '@/lib/utils'

/** Not modal, and rendered beside its button instead of in a portal. */
export function DropdownMenu(props: React.ComponentProps<typeof Menu.Root>) {
  return <Menu.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Menu.Trigger

export function DropdownMenuContent({ className, ...props }: React.ComponentProps<typeof Menu.Content>) {
  return (
    <Menu.Content
      sideOffset={4}
      collisionPadding={8}
      className={cn(
        'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-(--radix-dropdown-menu-trigger-width) overflow-y-auto',
        'rounded-lg border border-border bg-card p-1 text-sm font-normal text-card-foreground shadow-lg',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuItem({
  variant = 'default',
  className,
  ...props
}: React.ComponentProps<typeof Menu.Item> & { variant?: 'default' | 'destructive' }) {
  return (
    <Menu.Item
      data-variant={variant}
      className={cn(
        'relative flex min-h-8.5 cursor-default items-center gap-2 rounded-md px-2 whitespace-nowrap outline-none select-none data-highlighted:bg-muted',
        'forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] [&_svg]:size-4 [&_svg]:shrink-0',
        'data-disabled:opacity-50 data-[variant=destructive]:text-destructive',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuSeparator({ className, ...props }: React.ComponentProps<typeof Menu.Separator>) {
  return <Menu.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
}
