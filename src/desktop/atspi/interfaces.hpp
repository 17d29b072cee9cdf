// The D-Bus names of AT-SPI.
#pragma once

namespace secondseat::atspi::names {

inline constexpr char bus_daemon[] = "org.freedesktop.DBus";
inline constexpr char bus_daemon_path[] = "/org/freedesktop/DBus";
inline constexpr char properties[] = "org.freedesktop.DBus.Properties";

inline constexpr char launcher[] = "org.a11y.Bus";
inline constexpr char launcher_path[] = "/org/a11y/bus";
inline constexpr char status[] = "org.a11y.Status";

inline constexpr char registry[] = "org.a11y.atspi.Registry";
inline constexpr char registry_path[] = "/org/a11y/atspi/registry";
inline constexpr char root_path[] = "/org/a11y/atspi/accessible/root";

inline constexpr char accessible[] = "org.a11y.atspi.Accessible";
inline constexpr char action[] = "org.a11y.atspi.Action";
inline constexpr char application[] = "org.a11y.atspi.Application";
inline constexpr char component[] = "org.a11y.atspi.Component";
inline constexpr char editable_text[] = "org.a11y.atspi.EditableText";
inline constexpr char selection[] = "org.a11y.atspi.Selection";
inline constexpr char text[] = "org.a11y.atspi.Text";
inline constexpr char value[] = "org.a11y.atspi.Value";

}  // namespace secondseat::atspi::names
