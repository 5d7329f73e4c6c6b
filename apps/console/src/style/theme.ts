import { createTheme, Modal, PasswordInput, Table } from '@mantine/core';
import { t } from '../texts/texts';

/** Only settings that need no style element, which the content security policy forbids. The colors are in theme.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({
      defaultProps: {
        // Mantine locks the scrolling with a style element.
        lockScroll: false,
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': t.actions.close },
        centered: true,
        size: 'lg',
      },
    }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.signIn.showPassword } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm' } }),
  },
});
