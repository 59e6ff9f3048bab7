// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/look.h"

#include "ui/export/scene_painter.h"
#include "ui/widgets/window_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>

namespace bubblescope::ui {

namespace {

constexpr int kTextPixels = 13;

QPalette paletteOf(const LookColors& c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.panel);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.field);
    palette.setColor(QPalette::AlternateBase, c.window);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.quiet);
    palette.setColor(QPalette::Button, c.panel);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.text);
    palette.setColor(QPalette::ToolTipBase, c.panel);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.panel);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::Light, mixed(c.panel, c.text, 0.03));
    palette.setColor(QPalette::Midlight, c.hairline);
    palette.setColor(QPalette::Mid, mixed(c.hairline, c.text, 0.15));
    palette.setColor(QPalette::Dark, mixed(c.hairline, c.text, 0.25));
    palette.setColor(QPalette::Shadow, mixed(c.panel, Qt::black, 0.5));
    const QColor faded = mixed(c.quiet, c.panel, 0.35);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.hairline);
    return palette;
}

const char* const kStyleSheet = R"(
QMainWindow, QMainWindow::separator { background: $panel; }
QMainWindow::separator { background: $hairline; width: 1px; height: 1px; }
QMenuBar { background: $panel; border-bottom: 1px solid $hairline; padding: 2px 8px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $accentSoft; }
QMenu { background: $panel; color: $text; border: 1px solid $hairline; padding: 4px; }
QMenu::item:selected { background: $accentSoft; color: $text; }
QMenu::item:disabled { color: $faded; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 6px; }
QLabel#export-preview { background: $window; border: 1px solid $hairline; border-radius: 6px; }
QToolBar { background: $panel; border: none; border-bottom: 1px solid $hairline; padding: 6px 8px; spacing: 4px; }
QToolBar::separator { background: $hairline; width: 1px; margin: 4px 8px; }
QToolButton { background: transparent; border: none; border-radius: 4px; padding: 4px 10px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $accentSoft; color: $accent; }
QToolButton:focus { border: 1px solid $accent; padding: 3px 9px; }
QToolButton:disabled { color: $faded; }
QFileDialog QToolButton, QFileDialog QToolButton:focus { padding: 2px; }
QToolButton[quiet="true"] { color: $quiet; padding: 2px 6px; }
QToolButton[tight="true"], QToolButton[tight="true"]:focus { padding: 2px 0; }
QStatusBar { background: $panel; border-top: 1px solid $hairline; color: $quiet; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $quiet; padding: 0 8px; }
QScrollArea, QScrollArea > QWidget > QWidget[panel="true"] { background: $panel; border: none; }
QPushButton { background: $panel; border: 1px solid $hairline; border-radius: 6px; padding: 5px 14px; min-height: 16px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $accentSoft; }
QPushButton:focus { border-color: $accent; }
QPushButton:default, QPushButton[primary="true"] { background: $accent; border-color: $accent; color: $onAccent; }
QPushButton:default:focus, QPushButton[primary="true"]:focus { border-color: $text; }
QScrollArea#start-page QPushButton[primary="false"]:default { background: $panel; border-color: $hairline; color: $text; }
QScrollArea#start-page QPushButton[primary="false"]:default:focus { border-color: $accent; }
QPushButton:disabled { color: $faded; background: $panel; border-color: $hairline; }
QPushButton[link="true"] { border: 1px solid transparent; border-radius: 3px; padding: 1px 0; color: $accent; text-align: left; background: transparent; }
QPushButton[link="true"]:focus { border-color: $accent; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[link="true"]:disabled { color: $faded; }
QPushButton[dependency="true"] { border: 1px solid transparent; padding: 3px 4px; text-align: left; background: transparent; }
QPushButton[dependency="true"]:hover { background: $hover; }
QPushButton[dependency="true"]:focus { border-color: $accent; }
QLabel[heading="true"] { font-weight: 600; }
QLabel[quiet="true"] { color: $quiet; }
QLabel[warning="true"] { color: $warning; }
QLabel[caution="true"] { color: $caution; }
QFrame[upright="true"] { background: $hairline; border: none; }
QFrame[hairline="true"] { background: $hairline; border: none; max-height: 1px; min-height: 1px; }
QFrame[card="true"] { background: $cardGround; border: 1px solid $cardEdge; border-radius: 8px; }
QListView, QTreeView, QTableView { background: $panel; border: none; outline: none; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $hairline; border-radius: 5px; padding: 4px; }
QComboBoxPrivateContainer { background: $panel; border: none; padding: 0; }
QListWidget#find-family-list { border: 1px solid $hairline; border-radius: 6px; padding: 3px; }
QListWidget#find-family-list::item { padding: 2px 4px; border: none; }
QListWidget#find-family-list::item:selected { background: $accentSoft; color: $text; }
QTreeView::item { padding: 4px 8px; border: none; }
QTreeView::item:hover { background: $hover; }
QTreeView::item:selected { background: $accentSoft; color: $text; }
QTableView[readOnly="true"] { color: $quiet; }
QTableView::item:selected { background: $accentSoft; color: $text; }
QHeaderView::section { background: $panel; color: $quiet; border: none; border-bottom: 1px solid $hairline; padding: 4px 8px 4px 11px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $handle; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $quiet; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $field; border: 1px solid $hairline; border-radius: 4px; max-height: 8px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QToolTip { background: $panel; color: $text; border: 1px solid $hairline; padding: 4px; }
QTabWidget::pane { border: none; }
QTabBar::tab { background: transparent; padding: 6px 12px; color: $quiet; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $accent; border-bottom-color: $accent; }
)";

QString styleSheetOf(const LookColors& c)
{
    QString sheet = QString::fromLatin1(kStyleSheet);
    // Longer names first: $accentSoft begins with $accent.
    const std::pair<const char*, QColor> colors[] = {
        {"$cardGround", mixed(c.panel, c.accent, 0.06)},
        {"$cardEdge", mixed(c.hairline, c.accent, 0.35)},
        {"$accentSoft", c.accentSoft},
        {"$accent", c.accent},
        {"$onAccent", c.panel},
        {"$hairline", c.hairline},
        {"$handle", mixed(c.panel, c.quiet, 0.35)},
        {"$hover", c.hover},
        {"$panel", c.panel},
        {"$field", c.field},
        {"$faded", mixed(c.quiet, c.panel, 0.35)},
        {"$quiet", c.quiet},
        {"$warning", c.warning},
        {"$caution", c.caution},
        {"$text", c.text},
        {"$window", c.window},
    };
    for (const auto& [name, color] : colors)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
}

} // namespace

QColor colorOf(Rgb rgb)
{
    return QColor(rgb.r, rgb.g, rgb.b);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + (y - x) * share + 0.5); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

LookColors LookColors::of(ThemeName name)
{
    const Theme& theme = Theme::get(name);
    const auto role = [&](Role r) { return colorOf(theme.color(r)); };
    LookColors c;
    c.window = role(Role::Window);
    c.panel = role(Role::Panel);
    c.hairline = role(Role::Hairline);
    c.text = role(Role::Text);
    c.quiet = role(Role::QuietText);
    c.accent = role(Role::Accent);
    c.field = c.window;
    c.hover = mixed(c.panel, c.text, 0.06);
    c.accentSoft = mixed(c.panel, c.accent, theme.isDark() ? 0.22 : 0.12);
    c.warning = role(Role::CriticalPath);
    c.caution = theme.isDark() ? QColor(0xdd, 0xb0, 0x5c) : QColor(0x8a, 0x5c, 0x0a);
    return c;
}

Look& Look::instance()
{
    static Look look;
    return look;
}

void Look::apply(ThemeName theme)
{
    m_theme = theme;
    m_colors = LookColors::of(theme);
    if (!dynamic_cast<WindowStyle*>(qApp->style()) && !qApp->property("bubblescopeStyle").toBool()) {
        qApp->setStyle(new WindowStyle);
        // A style sheet wraps the style, so that a cast no longer finds it.
        qApp->setProperty("bubblescopeStyle", true);
    }
    qApp->setFont(windowFont());
    qApp->setPalette(paletteOf(m_colors));
    qApp->setStyleSheet(styleSheetOf(m_colors));
    emit changed();
}

QFont windowFont()
{
    QFont font = sceneFont(kTextPixels);
    font.setHintingPreference(QFont::PreferDefaultHinting);
    return font;
}

QFont figuresFont(int pixelSize, bool bold)
{
    return sceneFont(pixelSize, bold);
}

} // namespace bubblescope::ui
