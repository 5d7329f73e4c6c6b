import { createTheme, ModalCloseButton, ModalRoot, PasswordInput, Table } from '@mantine/core';
import { t } from '../texts/texts';

/** Only settings that need no style element, which the content security policy forbids. The colors are in theme.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    ModalRoot: ModalRoot.extend({
      defaultProps: {
        // Mantine locks the scrolling with a style element.
        lockScroll: false,
        transitionProps: { duration: 0 },
        centered: true,
        size: 'lg',
      },
    }),
    ModalCloseButton: ModalCloseButton.extend({ defaultProps: { 'aria-label': t.actions.close } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.signIn.showPassword } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm' } }),
  },
});
