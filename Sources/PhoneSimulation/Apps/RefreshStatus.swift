/// The status of Background App Refresh that apps read: switched off by the user, or by a management profile.
enum RefreshStatus: String { case available, denied, restricted }
