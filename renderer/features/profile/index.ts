export { ProfileScreen, ProfileScreen as default } from './profile-screen'
